/** Creates a payment at the upstream bank before its transaction here; it is polled from then on. */
import { duplicateWindowMs } from '../../domain/payments/fingerprint.ts';
import { Refusal } from '../../domain/refusal.ts';
import { requireAgreement } from '../../operations/authorisations/session.ts';
import {
  fingerprintOf,
  judgeInstruction,
  refuseDuplicate,
} from '../../operations/payments/create-payment.ts';
import type { CreatePaymentInput } from '../../operations/payments/ports.ts';
import type { PreparedCreation } from '../../operations/ports/bank.ts';
import type { PrepareContext } from '../../operations/ports/context.ts';
import { requestOf } from './bank-request.ts';
import { RemoteChallenge } from './challenge.ts';
import type { BankClient, RemoteCreation } from './client-port.ts';
import { addRedirect, keepPayment } from './redirects.ts';

export async function prepareCreation(
  client: BankClient,
  context: PrepareContext,
  input: CreatePaymentInput,
): Promise<PreparedCreation> {
  const refusal = await ownRefusal(context, input);
  const request = await requestOf(context);
  if (refusal === null) return preparationOf(await client.createPayment(request, input));
  // The log-in is the first check. With PSU-Context no log-in is needed; without it the bank decides.
  if (context.psu.context === null)
    await client.createPayment(request, input).catch((error: unknown) => {
      if (error instanceof RemoteChallenge) throw error;
    });
  throw refusal;
}

/** What this service refuses by itself. */
async function ownRefusal(context: PrepareContext, input: CreatePaymentInput): Promise<Refusal | null> {
  try {
    requireAgreement(context, context.psu.context === 'CORPORATE');
    judgeInstruction(context, input);
    const since = context.now - duplicateWindowMs;
    const { stores, caller } = context;
    const hasDuplicate =
      !input.allowLogicalDuplicate &&
      (await stores.payments.hasDuplicate(caller.tppId, fingerprintOf(context, input), since));
    return hasDuplicate ? refuseDuplicate(input.product) : null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const preparationOf = ({ reference, redirect, ...answer }: RemoteCreation): PreparedCreation => ({
  ...answer,
  async commit({ stores, realNow }, { tppId, paymentId: id }, approval) {
    await keepPayment(stores, { tppId, id, reference }, realNow);
    if (approval !== null && redirect !== null) await addRedirect(stores, approval, redirect);
  },
});
