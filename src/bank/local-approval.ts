/** The parts of a bank whose PSUs approve on the pages of this service, or at an identity provider to which these pages redirect. */
import { paymentMove } from '../domain/payments/status.ts';
import { requireSession } from '../operations/authorisations/session.ts';
import { requireValidInstruction } from '../operations/payments/create-payment.ts';
import type { CreatePaymentInput } from '../operations/payments/ports.ts';
import type { Bank, PreparedCreation } from '../operations/ports/bank.ts';
import type { PrepareContext } from '../operations/ports/context.ts';
import { sandboxDirectory } from './sandbox-directory.ts';

const doNothing = async () => undefined;

export const localCreation: PreparedCreation = {
  fee: null,
  tppMessages: [],
  psuMessage: null,
  commitCreation: doNothing,
};

export const localApproval: Omit<Bank, 'commitApproval' | 'commitCancellation'> = {
  appMessage: {
    en: 'Open your bank app to approve, or follow the link to approve in the browser.',
    nb: 'Åpne bankappen for å godkjenne, eller følg lenken for å godkjenne i nettleseren.',
  },
  rejectsUnapproved: true,
  followsSandboxClock: false,
  corporateIdWarnings: async () => [],
  async prepareCreation(context, input) {
    requireValidCreation(context, input);
    return localCreation;
  },
  prepareCancellation: async () => null,
  prepareCancellationAuthorisation: doNothing,
  commitBasket: doNothing,
  prepareBasketAuthorisation: async () => doNothing,
  prepareBasketDeletion: async () => doNothing,
  prepareApproval: async () => sandboxDirectory,
  lockForApproval: doNothing,
  moveOf: paymentMove,
  awaitEnd: async () => false,
  /** The stored statuses are the statuses at the bank, so reads ask no other system. */
  statuses: {
    refresh: async () => false,
    stale: async () => new Map(),
    findReferences: async () => new Map(),
  },
  executeDue: null,
  takeOver: null,
};

export function requireValidCreation(context: PrepareContext, input: CreatePaymentInput): void {
  requireSession(context);
  requireValidInstruction(context, input);
}
