import { requireForwardMove } from '../../domain/payments/status.ts';
import type { Bank } from '../../operations/ports/bank.ts';
import type { Directory } from '../../operations/ports/directory.ts';
import type { BankClient } from './bank-client.ts';
import { prepareBasketAuthorisation, prepareBasketDeletion } from './baskets.ts';
import { prepareCancellation, prepareCancellationAuthorisation } from './cancellation.ts';
import { prepareCreation } from './creation.ts';
import { remoteStore } from './ports.ts';
import type { StatusPoller } from './statuses/status-poller.ts';

export interface UpstreamBankParts {
  readonly client: BankClient;
  readonly poller: StatusPoller;
}

/** The directory is empty, because only the bank upstream knows the customers. */
const emptyDirectory: Directory = {
  byNumber: async () => null,
  byId: async () => null,
  ofSession: async () => null,
  byDefault: async () => null,
  suggest: async () => [],
  agreementsOf: async () => [],
  right: async () => null,
  knowsRights: () => false,
  covers: () => null,
};

export function createUpstreamBank(parts: UpstreamBankParts): Bank {
  const { client, poller } = parts;
  return {
    appMessage: null,
    rejectsUnapproved: false,
    followsSandboxClock: false,
    corporateIdWarnings: async () => [],
    prepareCreation: (context, input) => prepareCreation(client, context, input),
    prepareCancellation: (context, input) => prepareCancellation(parts, context, input),
    prepareCancellationAuthorisation: (context, input) =>
      prepareCancellationAuthorisation(parts, context, input),
    // The bank gets the basket and this IP address only when the authorisation of the basket starts.
    commitBasket: ({ stores, psu: { ipAddress: psuIpAddress } }, { tppId, basketId: id }) =>
      stores.get(remoteStore).add({ tppId, kind: 'BASKET', id, psuIpAddress }),
    prepareBasketAuthorisation: (context, input) => prepareBasketAuthorisation(client, context, input),
    prepareBasketDeletion: (context, input) => prepareBasketDeletion(client, context, input),
    prepareApproval: async () => () => emptyDirectory,
    lockForApproval: neverApproveHere,
    commitApproval: neverApproveHere,
    moveOf: requireForwardMove,
    awaitEnd: async () => false,
    commitCancellation: neverApproveHere,
    statuses: poller,
    executeDue: null,
    takeOver: null,
  };
}

async function neverApproveHere(): Promise<never> {
  throw new Error('only the bank upstream approves payments and cancellations');
}
