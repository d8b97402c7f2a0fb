/**
 * What one step of the SCA page knows: the TPP, and what it has read, so that the page is made of what the step was judged by
 * and nothing is read twice. Changes of the authorisation are written together when the step ends.
 */
import type { WrongCodeCount } from '../../domain/authorisations/wrong-codes.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import type { CoreAnswers } from '../core/answers.ts';
import type { PerformerParts } from '../performer.ts';
import type { AuthorisationChange, LinkedAuthorisation, PsuSessionRecord, Stores } from '../ports/stores.ts';
import { type Directory, directoryOf } from './directory.ts';
import type { ScaContext } from './targets.ts';

export interface StepContext extends ScaContext {
  readonly tppName: string;
  readonly directory: Directory;
  /** Of wrong codes, by subject; null: there is no count. */
  readonly counts: Map<string, WrongCodeCount | null>;
  /** Customers that were read, by id. */
  readonly customers: Map<string, Customer | null>;
}

export type StepContextParts = Pick<PerformerParts, 'clock' | 'ids' | 'settings' | 'bank'>;

export function stepContext(
  { clock, ids, settings, bank }: StepContextParts,
  stores: Stores,
  { tppName, clockOffset }: LinkedAuthorisation,
  answers: CoreAnswers | null,
): StepContext {
  const context = { stores, settings, bank, ids, ...(answers === null ? {} : { answers }) };
  const now = clock() + (settings.sandbox ? clockOffset : 0);
  const customers = new Map<string, Customer | null>();
  const directory = withMemory(directoryOf(context), customers);
  return { ...context, now, tppName, counts: new Map(), customers, directory };
}

/** The same directory, which reads a customer once. */
function withMemory(directory: Directory, customers: StepContext['customers']): Directory {
  return {
    ...directory,
    async byNumber(tppId, customerNumber) {
      const customer = await directory.byNumber(tppId, customerNumber);
      if (customer !== null) customers.set(customer.customerId, customer);
      return customer;
    },
    async byId(customerId) {
      const known = customers.get(customerId);
      if (known !== undefined) return known;
      const customer = await directory.byId(customerId);
      customers.set(customerId, customer);
      return customer;
    },
  };
}

/** Stores whose changes of the authorisation and of its PSU's session wait for `write`: whoever logs in ends it. */
export function withOneUpdate(
  stores: Stores,
  authorisationId: string,
): { readonly stores: Stores; readonly write: () => Promise<void> } {
  let changes: AuthorisationChange = {};
  let session: PsuSessionRecord | undefined;
  async function write(): Promise<void> {
    const all = changes;
    changes = {};
    if (Object.keys(all).length > 0) await stores.authorisations.update(authorisationId, all, session);
  }
  const authorisations = Object.assign(Object.create(stores.authorisations), {
    async update(_: string, change: AuthorisationChange) {
      changes = { ...changes, ...change };
    },
    async wrongCodesOf(paymentIds: readonly string[]) {
      await write();
      return stores.authorisations.wrongCodesOf(paymentIds);
    },
  } satisfies Partial<Stores['authorisations']>);
  const psuSessions = Object.assign(Object.create(stores.psuSessions), {
    async authenticate(record: PsuSessionRecord) {
      session = record;
    },
  } satisfies Partial<Stores['psuSessions']>);
  const own = new Map<string | symbol, unknown>([
    ['authorisations', authorisations],
    ['psuSessions', psuSessions],
  ]);
  const get = (all: Stores, name: string | symbol) => own.get(name) ?? all[name as keyof Stores];
  return { stores: new Proxy(stores, { get }), write };
}
