/**
 * What one step of the SCA page knows: the TPP, and what it has read, so that the page is made of what the step was judged by
 * and nothing is read twice. Changes of the authorisation are written together when the step ends.
 */
import type { WrongCodeCount } from '../../domain/authorisations/wrong-codes.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import type { CoreAnswers } from '../core/answers.ts';
import type { PerformerParts } from '../performer.ts';
import type { AuthorisationChange, LinkedAuthorisation, Stores } from '../ports/stores.ts';
import { type Directory, directoryOf } from './directory.ts';
import type { ScaContext } from './targets.ts';

export interface StepContext extends ScaContext {
  readonly tppName: string;
  readonly directory: Directory;
  /** Of wrong codes, by subject; null: there is no count. */
  readonly counts: Map<string, WrongCodeCount | null>;
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
  return { ...context, now, tppName, counts: new Map(), directory: withMemory(directoryOf(context)) };
}

/** The same directory, which reads a customer once. */
function withMemory(directory: Directory): Directory {
  const customers = new Map<string, Customer | null>();
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

/** Stores whose changes of the authorisation wait for `write`. */
export function withOneUpdate(
  stores: Stores,
  authorisationId: string,
): { readonly stores: Stores; readonly write: () => Promise<void> } {
  let changes: AuthorisationChange = {};
  async function write(): Promise<void> {
    const all = changes;
    changes = {};
    if (Object.keys(all).length > 0) await stores.authorisations.update(authorisationId, all);
  }
  const authorisations: Stores['authorisations'] = {
    ...stores.authorisations,
    async update(_, change) {
      changes = { ...changes, ...change };
    },
    async wrongCodesOf(paymentIds) {
      await write();
      return stores.authorisations.wrongCodesOf(paymentIds);
    },
  };
  return { stores: Object.create(stores, { authorisations: { value: authorisations } }), write };
}
