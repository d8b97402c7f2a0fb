/** Creates a payment at the upstream bank before the transaction that stores it here. This transaction also schedules the first poll. */
import { duplicateWindowMs } from '../../domain/payments/fingerprint.ts';
import { Refusal } from '../../domain/refusal.ts';
import { requireCorporateId } from '../../operations/authorisations/session.ts';
import {
  duplicateRefusal,
  fingerprintOf,
  requireValidInstruction,
} from '../../operations/payments/create-payment.ts';
import type { CreatePaymentInput } from '../../operations/payments/ports.ts';
import type { PreparedCreation } from '../../operations/ports/bank.ts';
import type { PrepareContext } from '../../operations/ports/context.ts';
import type { BankClient, RemoteCreation } from './bank-client.ts';
import { requestOf } from './bank-request.ts';
import { RemoteChallenge, redirectRecord } from './challenge.ts';
import { remoteStore } from './ports.ts';
import { firstPoll } from './statuses/poll-result.ts';

export async function prepareCreation(
  client: BankClient,
  context: PrepareContext,
  input: CreatePaymentInput,
): Promise<PreparedCreation> {
  const refusal = await localRefusal(context, input);
  const request = await requestOf(context);
  const create = () => client.createPayment(request, inputForBank(context, input));
  if (refusal === null) return preparedCreation(await create());
  // A challenge takes precedence over this refusal. Without PSU-Context only the bank knows whether the PSU must log in, so the
  // bank gets the payment too. Its other answers are ignored: nobody approves a payment that it then creates.
  if (context.psu.context === null)
    await create().catch((error: unknown) => {
      if (error instanceof RemoteChallenge) throw error;
    });
  throw refusal;
}

/**
 * The bank sees all TPPs as one, and tells their PSUs apart by PSU-ID. Without a PSU-ID it would refuse a payment because another
 * TPP has created an equal one, so then only this service looks for duplicates. A bank allows no duplicate of a periodic payment.
 */
function inputForBank({ psu }: PrepareContext, input: CreatePaymentInput): CreatePaymentInput {
  const mayMeetOtherTpp = psu.psuId === null && input.product.duplicates === 'ALLOWED_ON_REQUEST';
  return mayMeetOtherTpp ? { ...input, allowLogicalDuplicate: true } : input;
}

/** The refusal of a payment by the rules of this service; null if they accept it. */
async function localRefusal(context: PrepareContext, input: CreatePaymentInput): Promise<Refusal | null> {
  try {
    requireCorporateId(context);
    requireValidInstruction(context, input);
    const since = context.now - duplicateWindowMs;
    const { stores, caller } = context;
    const hasDuplicate =
      !input.allowLogicalDuplicate &&
      (await stores.payments.hasDuplicate(caller.tppId, fingerprintOf(context, input), since));
    return hasDuplicate ? duplicateRefusal(input.product) : null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const preparedCreation = ({ reference, redirect, ...answer }: RemoteCreation): PreparedCreation => ({
  ...answer,
  async commit({ stores, realNow }, { tppId, paymentId: id }, approval) {
    const remote = stores.get(remoteStore);
    await remote.add({ tppId, kind: 'PAYMENT', id, reference, ...firstPoll(realNow) });
    if (approval !== null && redirect !== null) await remote.add(redirectRecord(approval, redirect));
  },
});
