import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readRetryAfterSeconds } from '../../../../src/domain/values/retry-after.ts';
import { singleScaHeaders } from '../payments.ts';
import { bodyOf, pathOf } from '../play/bodies.ts';
import type { PlayCustomer } from '../play/customer.ts';
import type { PaymentKind } from '../play/outlines.ts';
import { type Answer, sendSigned } from '../send.ts';
import { type SigningIdentity, type SignOptions, signRequest } from '../sign.ts';
import { type Expected, expectAnswer, expectThat } from './expect.ts';

/** New values by the path of the field, such as `instructedAmount.amount`. null removes the field. */
export type RequestChanges = Readonly<Record<string, unknown>>;

export interface AskOptions {
  /** null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  /** The text of the body, instead of `body` as JSON. */
  readonly raw?: string;
  readonly identity?: SigningIdentity;
  readonly sign?: SignOptions;
  /** Changes the headers after they are signed. */
  readonly spoil?: (headers: Headers) => void;
  /** The body that is sent instead of the signed one. */
  readonly sentInstead?: string;
}

/** `other`: a second TPP. `payer`: the customer who approves. null: checks that need one are skipped. */
interface Participants {
  readonly base: string;
  readonly identity: SigningIdentity;
  readonly other: SigningIdentity | null;
  readonly payer: PlayCustomer | null;
}

export interface ConformanceProbe extends Participants {
  /** Counts what the checks have created, even if they have deleted it; empty if nothing. */
  created(): string;
  /** Throws a RefusedError if the response is not as expected. */
  ask(expected: Expected, method: string, path: string, options?: AskOptions): Promise<Answer>;
  /** Creates a payment from the example body with the changes. */
  pay(expected: Expected, kind: PaymentKind, changes?: RequestChanges, options?: AskOptions): Promise<Answer>;
}

export function createProbe(participants: Participants): ConformanceProbe {
  const createdCounts = new Map<string, number>();
  const ask: ConformanceProbe['ask'] = async (expected, method, path, options = {}) => {
    const { body, raw, sign = {}, spoil, sentInstead } = options;
    const text = raw ?? (body === undefined ? null : JSON.stringify(body));
    expectThat(path.startsWith('/'), `the link ${path} does not begin with a slash`);
    const url = `${participants.base}${path}`;
    const headers = withoutNulls(options.headers ?? {});
    const request = { method, url, headers, body: text };
    const sendOnce = () => {
      const signedHeaders = signRequest(request, options.identity ?? participants.identity, sign);
      spoil?.(signedHeaders);
      return sendSigned({ ...request, body: sentInstead ?? text }, signedHeaders);
    };
    const answer = await sendWithinRate(sendOnce);
    const kind = createdKinds.find(([creationPath]) => creationPath.test(path))?.[1];
    if (method === 'POST' && answer.status === 201 && kind !== undefined)
      createdCounts.set(kind, (createdCounts.get(kind) ?? 0) + 1);
    return expectAnswer(answer, expected);
  };
  return {
    ...participants,
    created: () => [...createdCounts].map(([kind, count]) => `${count} ${kind}`).join(', '),
    ask,
    pay: (expected, kind, changes = {}, options = {}) =>
      ask(expected, 'POST', pathOf(kind), {
        body: applyChanges(bodyOf(kind), changes),
        ...options,
        headers: { ...psuHeaders(), ...options.headers },
      }),
  };
}

const attemptsAtMost = 10;
const pauseSecondsAtMost = 60;

/** Sends again when the bank limits the rate of requests, because the limit says nothing about the request. */
async function sendWithinRate(sendOnce: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce();
    const seconds = readRetryAfterSeconds(answer.headers.get('retry-after'), Date.now());
    const isLimited = answer.status === 429 && seconds !== undefined && seconds <= pauseSecondsAtMost;
    if (!isLimited || attempt === attemptsAtMost) return answer;
    await pause(seconds * 1_000);
  }
}

/** What a POST to these paths creates. */
const createdKinds: readonly (readonly [path: RegExp, kind: string])[] = [
  [/^\/v1\/(bulk-|periodic-)?payments\/[^/]+(\?|$)/, 'payments'],
  [/^\/v1\/signing-baskets(\?|$)/, 'baskets'],
  [/^\/v1\/sandbox\/customers$/, 'customers'],
  [/^\/v1\/sandbox\/card-accounts$/, 'card accounts'],
  [/^\/v1\/sandbox\/accounts$/, 'accounts'],
];

/** Deletes the headers after they are signed. */
export const withoutHeaders = (...names: readonly string[]): AskOptions => ({
  spoil: (headers) => {
    for (const name of names) headers.delete(name);
  },
});

export const psuHeaders = (): Record<string, string> =>
  singleScaHeaders({ psuId: randomUUID(), returnTo: 'https://tpp.example/return' });

/** Leaves out headers with the value null. Of names that differ only in case, the last one wins. */
function withoutNulls(headers: Readonly<Record<string, string | null>>): Record<string, string> {
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries([...values].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

type Fields = Record<string, unknown>;

export function bulkEntry(changes: Readonly<Fields> = {}): Fields {
  const [entry] = bodyOf('bulk').payments as readonly Fields[];
  return { ...entry, ...changes };
}

function applyChanges(body: Readonly<Fields>, changes: RequestChanges): Fields {
  const copy = structuredClone(body) as Fields;
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let inner = copy;
    for (const step of steps) {
      inner[step] ??= {};
      inner = inner[step] as Fields;
    }
    if (value === null) delete inner[last];
    else inner[last] = value;
  }
  return copy;
}
