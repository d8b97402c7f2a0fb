import { expect } from 'vitest';
import type { Refusal } from '../../src/domain/refusal.ts';
import type { Call, WriteOperation } from '../../src/operations/operation.ts';
import { type AuditEntry, createPerformer } from '../../src/operations/performer.ts';
import type { EarlierRequest, Facts, FactsQuery, Stores } from '../../src/operations/ports/stores.ts';
import { ours, start } from '../db/support/rows.ts';
import { type Answers, nobody, toldStores } from './stores.ts';

export const request = { tppId: ours, requestId: 'r', fingerprint: 'f' };
export const caller = { tppId: ours, name: 'Ours', roles: ['PSP_PI'] };
export const call = (change: Partial<Call> = {}): Call => ({
  caller,
  psu: nobody,
  readHeader: () => null,
  idempotencyKey: request,
  trace: { enter: () => undefined },
  ...change,
});
export const answer = { status: 201, headers: {}, body: new Uint8Array() };
export const finish = { as: 'answer', render: () => answer } as const;
export const nothing: Facts = {
  clockOffset: 0,
  clockOffsetAfterMove: 0,
  earlierRequest: null,
  session: null,
  accounts: [],
};
export const earlier: EarlierRequest = { fingerprint: 'f', outcomes: {}, answer };
export const needs = () => ({ psu: nobody, accountKeys: [] });

export function performing(
  { facts = nothing, ...answers }: Answers & { facts?: Facts } = {},
  sandbox = true,
) {
  const { stores, asked } = toldStores(answers);
  const audited: AuditEntry[] = [];
  const queries: FactsQuery[] = [];
  const work = {
    stores,
    readOnly: stores,
    transaction: <T>(act: (stores: Stores) => Promise<T>) => act(stores),
    async facts(query: FactsQuery): Promise<Facts> {
      queries.push(query);
      return facts;
    },
  };
  const performer = createPerformer({
    work: { ...work, of: () => work },
    clock: () => start,
    ids: { next: () => 'id' },
    settings: { sandbox, publicUrl: 'http://bank' },
    bank: {} as never,
    moveClock: {} as never,
    audit: (entry) => audited.push(entry),
  });
  const given = (name: string) => asked.filter(([path]) => path === name).map(([, ...rest]) => rest);
  const audits = () => audited.map(({ milliseconds: _, ...entry }) => entry);
  return { performer, given, asked, audits, queries };
}

export function writing(turns: readonly unknown[] = ['made'], parts: object = {}) {
  const contexts: { hasMetEqualPayment: boolean; now: number; realNow: number; today: string }[] = [];
  const operation: WriteOperation<string, unknown> = {
    name: 'writing',
    role: 'PSP_PI',
    kind: 'write',
    refusals: [],
    async run(context) {
      contexts.push(context);
      const turn = turns[Math.min(contexts.length, turns.length) - 1];
      if (turn instanceof Error) throw turn;
      return turn;
    },
    ...parts,
  };
  return { operation, contexts };
}
export const thrown = async (act: Promise<unknown>): Promise<Refusal> => {
  const error = await act.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Refusal;
};
