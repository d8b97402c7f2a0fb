import { duplicateKey, duplicateWindowMs } from '../../domain/payments/fingerprint.ts';
import {
  accountKey,
  accountKeys,
  type Instruction,
  type ReadAccountKey,
  requestedDate,
  transfersOf,
} from '../../domain/payments/instruction.ts';
import { type Links, paymentLinks } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import { type Refusal, refuse, refuseAll, type TppMessage, withBankWarnings } from '../../domain/refusal.ts';
import { singleTotal } from '../../domain/values/money.ts';
import { openAuthorisation, scaRedirectOf, storedPsuOf } from '../authorisations/open.ts';
import { type NotificationSupport, storeTarget } from '../notifications/target.ts';
import { type Context, defineWriteForPaymentRole, type Time } from '../operation.ts';
import type { AuthorisationRecord, PaymentRecord } from '../ports/stores.ts';
import { digest } from '../sca/secrets.ts';
import type { CreatePaymentInput, ListedPayment } from './ports.ts';

export interface CreatedPayment {
  readonly psuMessage?: string;
  readonly payment: PaymentRecord;
  readonly tppMessages: readonly TppMessage[];
  readonly links: Links;
  readonly notifications: NotificationSupport | null;
}

export const createPayment = defineWriteForPaymentRole({
  name: 'createPayment',
  storedForm: (created: CreatedPayment) => ({ ...created, payment: withoutInstruction(created.payment) }),
  refusals: [
    'SCA_REQUIRED',
    'SCA_EXPIRED',
    'HTTP_HEADER_REQUIRED',
    'FORMAT_ERROR',
    'EXECUTION_DATE_INVALID',
    'KID_MISSING',
    'KID_INVALID',
    'SYSTEM_ERROR',
    'UNAVAILABLE',
    'CONFLICT',
  ],
  needs: ({ instruction }: CreatePaymentInput, { psuId, identityNumber, sessionId }) => ({
    psu: { psuId, identityNumber, sessionId },
    accountKeys: accountKeysOf(instruction),
  }),
  prepare: (context, input: CreatePaymentInput) => context.bank.prepareCreation(context, input),
  async run(context, input: CreatePaymentInput, preparation): Promise<CreatedPayment> {
    const payment = { ...newPayment(context, input, preparation.readKey), fee: preparation.fee };
    if (context.hasMetEqualPayment) await requireNoDuplicate(context, payment, input);
    await context.stores.payments.insert(payment);
    const notifications = await storeTarget(context, payment.paymentId, 'NEW');
    const authorisation =
      context.psu.context === null ? null : await openImplicitAuthorisation(context, payment);
    await preparation.commit(context, payment, authorisation);
    return {
      payment,
      notifications,
      tppMessages: withBankWarnings(
        input.warnings,
        withoutRepetitions(preparation.tppMessages, input.warnings),
      ),
      ...linksAndMessage(context, input.product, payment, authorisation, preparation.psuMessage),
    };
  },
});

/** An instruction never changes, so outcomes do not store it. */
export const withoutInstruction = ({ instruction: _, ...payment }: PaymentRecord): ListedPayment => payment;

const withoutRepetitions = (bankMessages: readonly TppMessage[], warnings: readonly TppMessage[]) =>
  bankMessages.filter(
    ({ code, path }) => !warnings.some((warning) => warning.code === code && warning.path === path),
  );

const openImplicitAuthorisation = (context: Context, { paymentId, instruction }: PaymentRecord) =>
  openAuthorisation(context, context.psu, {
    kind: 'PAYMENT',
    target: { paymentId },
    instructions: [instruction],
    implicit: true,
  });

function linksAndMessage(
  { settings, bank: { appMessage } }: Context,
  product: Product,
  payment: PaymentRecord,
  authorisation: AuthorisationRecord | null,
  bankMessage: string | null,
): Pick<CreatedPayment, 'links' | 'psuMessage'> {
  const psuMessage = authorisation?.redirectPreferred === false ? (appMessage ?? bankMessage) : bankMessage;
  const scaRedirect = authorisation ? scaRedirectOf({ settings }, authorisation) : undefined;
  return {
    links: paymentLinks(product, payment, scaRedirect),
    ...(psuMessage === null ? {} : { psuMessage }),
  };
}

export function requireValidInstruction({ today }: Time, { product, instruction }: CreatePaymentInput): void {
  for (const rule of product.rules) {
    const fault = rule(instruction, today);
    if (fault) throw refuseAll([fault]);
  }
}

const accountKeysOf = (instruction: Instruction): readonly string[] => [
  ...new Set([
    ...accountKeys(instruction.debtorAccount),
    ...transfersOf(instruction).flatMap(({ creditorAccount }) => accountKeys(creditorAccount)),
  ]),
];

async function requireNoDuplicate(
  { stores, now }: Context,
  { tppId, fingerprint }: PaymentRecord,
  { product, allowLogicalDuplicate }: CreatePaymentInput,
): Promise<void> {
  // Also frees the fingerprint, so that the new payment can be inserted.
  const isDuplicate = await stores.payments.releaseFingerprint(tppId, fingerprint, now - duplicateWindowMs);
  if (isDuplicate && !allowLogicalDuplicate) throw duplicateRefusal(product);
}

export function duplicateRefusal({ duplicates }: Product): Refusal {
  const advice =
    duplicates === 'ALLOWED_ON_REQUEST'
      ? 'To create it anyway, set allowLogicalDuplicate to true'
      : 'This product does not support allowLogicalDuplicate: change one of these values, or cancel the other payment';
  return refuse('CONFLICT', {
    text: `a payment with the same debtor, creditor, amount, remittance and date was created within the last 24 hours. ${advice}`,
    path: 'allowLogicalDuplicate',
  });
}

export const fingerprintOf = (
  { psu, today }: Pick<Context, 'psu' | 'today'>,
  { product, instruction }: Pick<CreatePaymentInput, 'product' | 'instruction'>,
  readKey?: ReadAccountKey,
): string => digest(duplicateKey(product, instruction, psu, today, readKey));

const newPayment = (context: Context, input: CreatePaymentInput, readKey?: ReadAccountKey): PaymentRecord =>
  createPaymentRecord(
    { paymentId: context.ids.next(), tppId: context.caller.tppId, createdAt: context.now },
    input,
    context,
    readKey,
  );

export function createPaymentRecord(
  row: Pick<PaymentRecord, 'paymentId' | 'tppId' | 'createdAt'>,
  { product, instruction }: Pick<CreatePaymentInput, 'product' | 'instruction'>,
  creation: Pick<Context, 'psu' | 'today'>,
  readKey: ReadAccountKey = accountKey,
): PaymentRecord {
  const { psu } = creation;
  const transfers = transfersOf(instruction);
  return {
    ...row,
    product: product.code,
    status: 'RCVD',
    ...storedPsuOf(psu),
    brand: psu.brand,
    authMethodPreferred: psu.authMethodPreferred,
    ...singleTotal(transfers.map(({ instructedAmount }) => instructedAmount)),
    debtorAccount: instruction.debtorAccount,
    debtorKey: readKey(instruction.debtorAccount),
    payer: null,
    debtorName: null,
    creditorName: transfers.length === 1 ? (transfers[0]?.creditorName ?? null) : null,
    requestedDate: requestedDate(instruction),
    fundsAvailable: null,
    fee: null,
    instruction,
    fingerprint: fingerprintOf(creation, { product, instruction }, readKey),
    updatedAt: row.createdAt,
  };
}
