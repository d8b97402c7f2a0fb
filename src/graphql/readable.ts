/** What GraphQL reads from stores directly: parts of a resource that an operation returned, and nodes by id. */
import type { OperationParts, ReadContext } from '../operations/operation.ts';
import type { Stores } from '../operations/ports/stores.ts';
import type { SandboxStore } from '../operations/sandbox/ports.ts';

/** The stores without their writing methods. */
export interface Readable extends Pick<ReadContext, 'caller' | 'settings' | 'bank' | 'time'> {
  readonly stores: Pick<Stores, 'paymentLists'> &
    Methods<Stores, 'authorisations', 'listMany'> &
    Methods<Stores, 'baskets', 'ofPayments' | 'paymentsOfMany'> &
    Methods<Stores, 'ledger', 'bookingsOf'> &
    Methods<Stores, 'notifications', 'ofPayments'> &
    Methods<Stores, 'requestLog', 'find'> & { readonly sandbox: ReadableSandbox };
}
type ReadableSandbox = Methods<SandboxStore, 'agreements', 'count'> &
  Methods<SandboxStore, 'customers', 'count' | 'findMany'> &
  Methods<SandboxStore, 'accounts', 'count' | 'findMany' | 'entry' | 'entriesOfMany' | 'countEntries'> &
  Methods<
    SandboxStore,
    'cards',
    'count' | 'findMany' | 'transaction' | 'transactionsOfMany' | 'countTransactions'
  >;

type Methods<All, Name extends keyof All, Method extends keyof All[Name]> = {
  readonly [Store in Name]: Pick<All[Store], Method>;
};

/** Kinds of data, with the role that may read them. */
export interface DataKind {
  readonly role: OperationParts['role'];
  /** Whether it never changes, so that a replay can read it again. */
  readonly fixed: boolean;
}

export const paymentData: DataKind = { role: 'PSP_PI', fixed: false };
export const instructionData: DataKind = { role: 'PSP_PI', fixed: true };
/** Of the sandbox and the TPP itself: for every TPP. */
export const tppData: DataKind = { role: null, fixed: false };
