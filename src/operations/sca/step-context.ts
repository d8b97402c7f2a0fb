import type { WrongCodeCount } from '../../domain/authorisations/wrong-codes.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import { expiryOfNewLink } from '../authorisations/open.ts';
import type { SharedParts } from '../operation.ts';
import type { Directory } from '../ports/directory.ts';
import type { AuthorisationChange, LinkedAuthorisation, PsuSessionRecord, Stores } from '../ports/stores.ts';
import type { Authentication } from './authentication.ts';
import type { ApproveContext } from './targets.ts';

export interface StepContext extends ApproveContext {
  readonly authentication: Authentication;
  readonly tppName: string;
  /** The new `expiresAt` of an implicit authorisation, if this step opens it for the first time. */
  readonly newExpiry: number;
  /** The counts that this step has read or changed, by `WrongCodeLimit.subject`. null: the database has no such count. */
  readonly counts: Map<string, WrongCodeCount | null>;
}

export interface StepsParts extends SharedParts {
  readonly authentication: Authentication;
}

export const tppTimeOf = (
  { clock, settings }: Pick<SharedParts, 'clock' | 'settings'>,
  { clockOffset }: LinkedAuthorisation,
): number => clock() + (settings.sandbox ? clockOffset : 0);

export function createStepContext(
  parts: StepsParts,
  stores: Stores,
  authorisation: LinkedAuthorisation,
  directoryOf: (stores: Stores) => Directory,
): StepContext {
  const { ids, settings, bank, authentication } = parts;
  return {
    stores,
    ids,
    settings,
    bank,
    authentication,
    directory: rememberCustomers(directoryOf(stores)),
    tppName: authorisation.tppName,
    now: tppTimeOf(parts, authorisation),
    newExpiry: expiryOfNewLink(parts.clock(), settings, authorisation.clockOffsetAfterMove),
    counts: new Map(),
  };
}

function rememberCustomers(directory: Directory): Directory {
  const customers = new Map<string, Customer | null>();
  return {
    ...directory,
    async byNumber(tppId, customerNumber) {
      const customer = await directory.byNumber(tppId, customerNumber);
      if (customer !== null) customers.set(customer.customerId, customer);
      return customer;
    },
    async ofSession(session) {
      const customer = await directory.ofSession(session);
      customers.set(session.customerId, customer);
      return customer;
    },
    async byId(customerId) {
      const earlierCustomer = customers.get(customerId);
      if (earlierCustomer !== undefined) return earlierCustomer;
      const customer = await directory.byId(customerId);
      customers.set(customerId, customer);
      return customer;
    },
  };
}

/**
 * The returned stores collect the changes of the authorisation and its session until `write`, which writes them in one statement. Code that
 * uses them calls `update` only for this authorisation.
 */
export function collectChanges(
  stores: Stores,
  authorisationId: string,
): { readonly stores: Stores; readonly write: () => Promise<void> } {
  let changes: AuthorisationChange = {};
  let session: PsuSessionRecord | undefined;
  async function write(): Promise<void> {
    const collectedChanges = changes;
    changes = {};
    // A session never changes without its authorisation, so without `collectedChanges` there is nothing to write.
    if (Object.keys(collectedChanges).length > 0)
      await stores.authorisations.update(authorisationId, collectedChanges, session);
  }
  const authorisations = override(stores.authorisations, {
    async update(_authorisationId, change) {
      changes = { ...changes, ...change };
    },
    async highestWrongCodeCountOf(paymentIds) {
      // The count must include a wrong code of this step.
      await write();
      return stores.authorisations.highestWrongCodeCountOf(paymentIds);
    },
  });
  const psuSessions = override(stores.psuSessions, {
    async put(record) {
      session = record;
    },
  });
  return { stores: override(stores, { authorisations, psuSessions }), write };
}

/** Inherits the other members instead of copying them, because `Stores` creates each store only at its first use. */
const override = <Original extends object>(original: Original, members: Partial<Original>): Original =>
  Object.assign(Object.create(original), members);
