/** Stores with given results that record their calls. */
import { createSimulatedBank } from '../../src/bank/simulated/simulated-bank.ts';
import type { PsuRequest } from '../../src/domain/psu.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { todayInOslo } from '../../src/domain/values/oslo-time.ts';
import type { OperationParts } from '../../src/operations/operation.ts';
import type { Bank } from '../../src/operations/ports/bank.ts';
import type { MoveClock } from '../../src/operations/ports/clock.ts';
import type { Facts, SharedWork, StoreKey, Stores } from '../../src/operations/ports/stores.ts';
import { ours, start } from '../db/support/rows.ts';
import '../support/refusals.ts';

/** The result of a store method, or a function: `{ 'payments.find': payment('a') }`. Other methods return nothing. */
export type Answers = Readonly<Record<string, unknown>>;
export type Asked = readonly unknown[];

/** Store methods that return synchronously. */
const immediate = new Set(['facts.assumed']);

export function toldStores(answers: Answers): { readonly stores: Stores; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const at = (path: string): unknown =>
    new Proxy(() => undefined, {
      get(_, name) {
        if (name === 'then') return undefined;
        if (path !== '') return at(`${path}.${String(name)}`);
        return name === 'get' ? (key: StoreKey<unknown>) => at(key.name) : at(String(name));
      },
      apply(_, __, given: unknown[]) {
        asked.push([path, ...given]);
        const answer = answers[path];
        if (immediate.has(path)) return answer ?? null;
        return Promise.resolve(typeof answer === 'function' ? answer(...given) : (answer ?? null));
      },
    });
  return { stores: at('') as Stores, asked };
}

export function workOn(stores: Stores): SharedWork {
  const work = {
    stores,
    transaction: <T>(act: (stores: Stores) => Promise<T>) => act(stores),
    of: (): unknown => work,
  };
  return work as unknown as SharedWork;
}

export const nobody: PsuRequest = {
  psuId: null,
  identityNumber: null,
  sessionId: null,
  redirectUri: 'https://tpp.example/',
  redirectPreferred: null,
  brand: null,
  authMethodPreferred: null,
  corporateId: null,
  context: null,
  ipAddress: null,
  acceptLanguage: null,
  notification: null,
};

export interface Situation {
  readonly answers?: Answers;
  readonly psu?: Partial<PsuRequest>;
  readonly facts?: Partial<Facts>;
  readonly bank?: Partial<Bank>;
  readonly moveClock?: MoveClock;
  readonly hasMetEqualPayment?: boolean;
  readonly sandbox?: boolean;
}

export interface Played {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into outcomes of every shape
  readonly outcome?: any;
  readonly refused?: readonly (string | undefined)[];
  readonly retryAfterSeconds?: number | undefined;
  readonly asked: readonly Asked[];
  given(name: string): readonly (readonly unknown[])[];
}

export function contextOf(situation: Situation = {}) {
  const { stores, asked } = toldStores(situation.answers ?? {});
  let made = 0;
  const ids = {
    next: () => {
      made += 1;
      return `id-${made}`;
    },
  };
  const settings = { sandbox: situation.sandbox ?? true, publicUrl: 'http://bank' };
  const time = { now: start, realNow: start, today: todayInOslo(start) };
  const facts: Facts = {
    clockOffset: 0,
    clockOffsetAfterMove: 0,
    earlierRequest: null,
    session: null,
    accounts: [],
    ...situation.facts,
  };
  const context = {
    caller: { tppId: ours, name: 'Ours', roles: null },
    psu: { ...nobody, ...situation.psu },
    stores,
    ids,
    settings,
    bank: { ...createSimulatedBank({ ids, settings }), ...situation.bank },
    readHeader: () => null,
    writeKey: { requestId: 'request', field: '' },
    moveClock: situation.moveClock,
    facts,
    hasMetEqualPayment: situation.hasMetEqualPayment ?? false,
    trace: { enter: () => undefined },
    ...time,
    time: async () => time,
  };
  return { context, asked };
}

export async function play(
  operation: Pick<OperationParts, 'name' | 'refusals'> & {
    prepare?(context: never, input: never): Promise<unknown>;
    run(context: never, input: never, prepared: never): Promise<unknown>;
  },
  input: unknown,
  situation: Situation = {},
): Promise<Played> {
  const { context, asked } = contextOf(situation);
  const shared = {
    asked,
    given: (name: string) => asked.filter(([path]) => path === name).map(([, ...given]) => given),
  };
  try {
    const prepared = await operation.prepare?.(context as never, input as never);
    const outcome = await operation.run(context as never, input as never, prepared as never);
    return { outcome, ...shared };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refused = error.tppMessages.flatMap(({ path, text }) => [error.reason, path, text]);
    return { refused, retryAfterSeconds: error.extras.retryAfterSeconds, ...shared };
  }
}
