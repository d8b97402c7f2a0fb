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
import { createRequestFromContext } from './bank-request.ts';
import { RemoteChallenge, redirectRecord } from './challenge.ts';
import { remoteStore } from './ports.ts';
import { firstPoll } from './statuses/poll-result.ts';

export async function prepareCreation(
  client: BankClient,
  context: PrepareContext,
  input: CreatePaymentInput,
): Promise<PreparedCreation> {
  const refusal = await findLocalRefusal(context, input);
  const request = await createRequestFromContext(context);
  const create = () => client.createPayment(request, inputForBank(input));
  if (refusal === null) return createPreparedCreation(await create());
  // Without PSU-Context, only the bank knows whether the PSU must log in. If the bank asks for a log-in, the TPP gets this
  // challenge instead of `refusal`. If the bank creates the payment, the payment has no effect, because nobody approves it.
  if (context.psu.context === null)
    await create().catch((error: unknown) => {
      if (error instanceof RemoteChallenge) throw error;
    });
  throw refusal;
}

/**
 * This service has looked for duplicates among the payments of the TPP. The bank sees all TPPs as one, so it would also refuse a payment
 * that equals a payment of another TPP.
 */
const inputForBank = (input: CreatePaymentInput): CreatePaymentInput =>
  input.product.duplicates === 'ALLOWED_ON_REQUEST' ? { ...input, allowLogicalDuplicate: true } : input;

/** null: the rules of this service accept the payment. */
async function findLocalRefusal(context: PrepareContext, input: CreatePaymentInput): Promise<Refusal | null> {
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

const createPreparedCreation = ({ reference, redirect, ...answer }: RemoteCreation): PreparedCreation => ({
  ...answer,
  async commitCreation({ stores, realNow }, { tppId, paymentId: id }, authorisation) {
    const remote = stores.get(remoteStore);
    await remote.add({ tppId, kind: 'PAYMENT', id, reference, ...firstPoll(realNow) });
    if (authorisation !== null && redirect !== null)
      await remote.add(redirectRecord(authorisation, redirect));
  },
});
