import { dataOf } from '../graphql.ts';
import { textAt } from '../record.ts';
import { type Answer, FailedError, RefusedError, requireNoRedirect, send, summaryOf } from '../send.ts';
import type { SigningIdentity } from '../sign.ts';
import { type PlayStep, visitPages } from './psu.ts';

export type { PlayStep as Step } from './psu.ts';

/** A flow or a scenario cannot go on. */
export class StoryError extends RefusedError {}

export class UnknownCustomerError extends Error {}

export interface PlayerOptions {
  readonly base: string;
  readonly identity: SigningIdentity;
  /** `isChallenge`: the response is 401, which asks the PSU to log in first. */
  readonly onStep?: (step: PlayStep, isChallenge: boolean) => void;
}

type PlayRequest = [method: string, path: string, headers?: Record<string, string>, body?: unknown];

export interface Player {
  readonly steps: readonly PlayStep[];
  ask(...request: PlayRequest): Promise<Answer>;
  /** Throws if the response has another status, or is not JSON. */
  expect(status: number, ...request: PlayRequest): Promise<Answer>;
  graphql(query: string, variables?: Record<string, unknown>): Promise<unknown>;
  /** Visits the pages of scaRedirect. Returns the message with which the bank reports a failure to the TPP; null: none. */
  visit(answer: Answer, customerNumber: string, outcome?: 'APPROVE' | 'REJECT'): Promise<string | null>;
}

export function createPlayer({ base, identity, onStep = () => undefined }: PlayerOptions): Player {
  const steps: PlayStep[] = [];
  const note = (step: PlayStep, isChallenge = false) => {
    steps.push(step);
    onStep(step, isChallenge);
  };
  const ask: Player['ask'] = async (method, path, headers = {}, content) => {
    const body = content === undefined ? null : JSON.stringify(content);
    const url = `${base}${path}`;
    const answer = await send({ method, url, headers, body }, identity);
    requireNoRedirect(answer, url);
    const isChallenge = answer.status === 401 && textAt(answer.json, 'code') === 'PSU_CREDENTIALS_INVALID';
    note({ method, path, status: answer.status }, isChallenge);
    return answer;
  };
  const expectAnswer: Player['expect'] = async (status, method, path, ...rest) => {
    const answer = await ask(method, path, ...rest);
    if (answer.status === status && answer.json !== undefined) return answer;
    const message = `${method} ${base}${path}: ${summaryOf(answer)}`;
    throw answer.status >= 500 ? new FailedError(message) : new StoryError(message);
  };
  return {
    steps,
    ask,
    expect: expectAnswer,
    graphql: async (query, variables = {}) => dataOf(await ask('POST', '/graphql', {}, { query, variables })),
    async visit(answer, customerNumber, outcome = 'APPROVE') {
      const link = linkOf(answer, 'scaRedirect');
      const returnAddress = await visitPages({ link, base, customerNumber, outcome, onStep: note });
      return new URL(returnAddress).searchParams.get('message');
    },
  };
}

export function linkOf(answer: Answer, name: string): string {
  const href = textAt(answer.json, '_links', name, 'href');
  if (href !== null) return href;
  throw new StoryError(`The response has no link ${name}.`);
}
