/** The stores that GraphQL reads without an operation: for fields of a resource that an operation returned, and for `node`. */
import type { OperationParts, ReadContext } from '../operations/operation.ts';
import type { Stores } from '../operations/ports/stores.ts';
import type { SandboxStore } from '../operations/sandbox/ports.ts';

/** What these reads may use. It contains no method that writes. */
export interface StoreContext extends Pick<ReadContext, 'caller' | 'settings' | 'bank' | 'time'> {
  readonly stores: Pick<Stores, 'paymentLists'> &
    Methods<Stores, 'authorisations', 'listMany'> &
    Methods<Stores, 'baskets', 'newestBasketsOf' | 'paymentsOfMany'> &
    Methods<Stores, 'ledger', 'bookingsOf'> &
    Methods<Stores, 'notifications', 'ofPayments'> &
    Methods<Stores, 'requestLog', 'find'> & { readonly sandbox: SandboxReads };
}
type SandboxReads = Methods<SandboxStore, 'agreements', 'count'> &
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

export interface ReadPolicy {
  /** The role that a TPP needs to read the data; null: none. */
  readonly role: OperationParts['role'];
  /** Whether the data never changes, so that the repetition of a request may read it again. */
  readonly isConstant: boolean;
}

export const variablePaymentPolicy: ReadPolicy = { role: 'PSP_PI', isConstant: false };
export const constantPaymentPolicy: ReadPolicy = { role: 'PSP_PI', isConstant: true };
/** Data of the sandbox and the request log. */
export const noRolePolicy: ReadPolicy = { role: null, isConstant: false };
