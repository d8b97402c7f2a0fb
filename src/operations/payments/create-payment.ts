/**
 * Creates a payment of any product (specification 4.4 to 4.6): session, business rules in their fixed order, logical
 * duplicates, then RCVD. The body has passed its product's schema before it comes here.
 */
import { createHash } from 'node:crypto';
import { duplicateKey, duplicateWindowMs } from '../../domain/payments/fingerprint.ts';
import { accountKey, type Instruction, moneyOf, requestedDate, transfersOf } from '../../domain/payments/instruction.ts';
import { type Links, paymentLinks } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import { refuse, type TppMessage } from '../../domain/refusal.ts';
import { sumMoney } from '../../domain/values/money.ts';
import type { Context, Operation } from '../operation.ts';
import type { PaymentRecord } from '../ports.ts';

export interface CreatePaymentInput {
  readonly product: Product;
  readonly instruction: Instruction;
  readonly allowLogicalDuplicate: boolean;
  /** Warnings that the doors found while reading the request. */
  readonly warnings: readonly TppMessage[];
}

export interface CreatedPayment {
  /** Text for the PSU, when there is one. */
  readonly psuMessage?: string;
  readonly payment: PaymentRecord;
  readonly tppMessages: readonly TppMessage[];
  readonly links: Links;
}

export const createPayment: Operation<CreatePaymentInput, CreatedPayment> = {
  name: 'createPayment',
  role: 'PSP_PI',
  kind: 'write',
  refusals: ['SCA_REQUIRED', 'EXECUTION_DATE_INVALID', 'FORMAT_ERROR', 'CONFLICT'],
  async run(context, input) {
    requireSession(context);
    applyRules(context, input);
    const payment = newPayment(context, input);
    const duplicate = await context.stores.payments.lockDuplicates(
      payment.tppId,
      payment.fingerprint,
      context.now - duplicateWindowMs,
    );
    if (duplicate && !input.allowLogicalDuplicate) throw logicalDuplicate();
    await context.stores.payments.insert(payment, 'created by the TPP');
    return { payment, tppMessages: input.warnings, links: paymentLinks(input.product, payment) };
  },
};

/** A PSU session, or PSU-Context for single SCA; else the challenge (contract 5). */
function requireSession(context: Context): void {
  if (context.psu.context !== null) return;
  throw refuse('SCA_REQUIRED');
}

function applyRules(context: Context, input: CreatePaymentInput): void {
  for (const rule of input.product.rules) {
    const fault = rule(input.instruction, context.today);
    if (fault) throw refuse(fault.reason, { path: fault.path, text: fault.text });
  }
}

function logicalDuplicate() {
  return refuse('CONFLICT', {
    text: 'a payment with the same debtor, creditor, amount, remittance and date was made within 24 hours; send allowLogicalDuplicate=true to make it all the same',
    path: 'allowLogicalDuplicate',
  });
}

function newPayment(context: Context, { product, instruction }: CreatePaymentInput): PaymentRecord {
  const { psu, caller, now } = context;
  const key = duplicateKey(product, instruction, psu, context.today);
  const transfers = transfersOf(instruction);
  return {
    paymentId: context.ids.next(),
    tppId: caller.tppId,
    product: product.code,
    status: 'RCVD',
    psuId: psu.psuId,
    identityNumber: psu.identityNumber,
    sessionId: psu.sessionId,
    psuContext: psu.context,
    corporateId: psu.corporateId,
    redirectUri: psu.redirectUri,
    redirectPreferred: psu.redirectPreferred,
    brand: psu.brand,
    authMethodPreferred: psu.authMethodPreferred,
    ...totalOf(transfers.map(moneyOf)),
    debtorAccount: instruction.debtorAccount,
    debtorKey: accountKey(instruction.debtorAccount),
    debtorName: null,
    creditorName: transfers.length === 1 ? (transfers[0]?.creditorName ?? null) : null,
    requestedDate: requestedDate(instruction),
    fundsAvailable: null,
    instruction,
    fingerprint: createHash('sha256').update(key).digest('base64url'),
    createdAt: now,
    updatedAt: now,
  };
}

/** The sum of the transfers when they are in one currency, else nothing: a mixed bulk has no total. */
function totalOf(amounts: readonly ReturnType<typeof moneyOf>[]): Pick<PaymentRecord, 'amount' | 'currency'> {
  const currency = amounts[0]?.currency;
  if (currency === undefined || amounts.some((money) => money.currency !== currency)) return { amount: null, currency: null };
  return { amount: sumMoney(amounts, currency).amount.toFixed(), currency };
}
