import { duplicateKey, duplicateWindowMs } from '../../domain/payments/fingerprint.ts';
import {
  accountKey,
  accountKeys,
  type ResolveAccountKey,
  requestedDate,
  transfersOf,
} from '../../domain/payments/instruction.ts';
import { type Links, paymentLinks } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import { type Refusal, refuse, refuseAll, type TppMessage, withBankWarnings } from '../../domain/refusal.ts';
import { singleTotal } from '../../domain/values/money.ts';
import { appMessageOf, openAuthorisation, scaRedirectOf } from '../authorisations/open.ts';
import { storedPsuOf } from '../authorisations/psu.ts';
import { type NotificationSupport, storeNotificationTarget } from '../notifications/target.ts';
import { type Context, defineWriteForPaymentRole, type Time } from '../operation.ts';
import type { PaymentRecord } from '../ports/stores.ts';
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
  needs({ instruction }: CreatePaymentInput, psu) {
    const creditorAccounts = transfersOf(instruction).map(({ creditorAccount }) => creditorAccount);
    const keys = [instruction.debtorAccount, ...creditorAccounts].flatMap((account) => accountKeys(account));
    return { psu, accountKeys: [...new Set(keys)] };
  },
  prepare: (context, input: CreatePaymentInput) => context.bank.prepareCreation(context, input),
  async run(context, input: CreatePaymentInput, preparation): Promise<CreatedPayment> {
    const { caller, ids, now, psu, stores } = context;
    const { product, warnings } = input;
    const identity = { paymentId: ids.next(), tppId: caller.tppId, createdAt: now };
    const record = createPaymentRecord(identity, input, context, preparation.resolveAccountKey);
    const payment = { ...record, fee: preparation.fee };
    // The first attempt makes no check, because the unique index of `insert` finds an equal payment. After such a collision `run` is called
    // again, and checks whether the equal payment still makes this one a duplicate.
    if (context.hasMetEqualPayment) await requireNoDuplicate(context, payment, input);
    await stores.payments.insert(payment);
    const notifications = await storeNotificationTarget(context, payment.paymentId, 'NEW_PAYMENT');
    // With PSU-Context, the creation also starts the authorisation.
    const authorisation =
      psu.context === null
        ? null
        : await openAuthorisation(context, psu, {
            kind: 'PAYMENT',
            target: { paymentId: payment.paymentId },
            instructions: [payment.instruction],
            implicit: true,
          });
    await preparation.commitCreation(context, payment, authorisation);
    const appMessage = authorisation && appMessageOf(context, authorisation);
    const psuMessage = appMessage ?? preparation.psuMessage;
    // The bank may check the same fields, and repeat warnings of this service.
    const bankWarnings = preparation.tppMessages.filter(
      ({ code, path }) => !warnings.some((warning) => warning.code === code && warning.path === path),
    );
    const scaRedirect = authorisation ? scaRedirectOf(context, authorisation) : undefined;
    return {
      payment,
      notifications,
      tppMessages: withBankWarnings(warnings, bankWarnings),
      links: paymentLinks(product, payment, scaRedirect),
      ...(psuMessage === null ? {} : { psuMessage }),
    };
  },
});

/** An instruction never changes, so outcomes do not store it. */
export const withoutInstruction = ({ instruction: _, ...payment }: PaymentRecord): ListedPayment => payment;

export function requireValidInstruction({ today }: Time, { product, instruction }: CreatePaymentInput): void {
  for (const rule of product.rules) {
    const fault = rule(instruction, today);
    if (fault) throw refuseAll([fault]);
  }
}

async function requireNoDuplicate(
  { stores, now }: Context,
  { tppId, fingerprint }: PaymentRecord,
  { product, allowLogicalDuplicate }: CreatePaymentInput,
): Promise<void> {
  // Before the check, because it waits for simultaneous creations of equal payments, which the check then finds. A refusal rolls it back.
  await stores.payments.releaseFingerprint(tppId, fingerprint);
  const isDuplicate = await stores.payments.hasDuplicate(tppId, fingerprint, now - duplicateWindowMs);
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
  resolveAccountKey: ResolveAccountKey = accountKey,
): string => digest(duplicateKey(product, instruction, psu, today, resolveAccountKey));

export function createPaymentRecord(
  identity: Pick<PaymentRecord, 'paymentId' | 'tppId' | 'createdAt'>,
  { product, instruction }: Pick<CreatePaymentInput, 'product' | 'instruction'>,
  creation: Pick<Context, 'psu' | 'today'>,
  resolveAccountKey: ResolveAccountKey = accountKey,
): PaymentRecord {
  const { psu } = creation;
  const transfers = transfersOf(instruction);
  return {
    ...identity,
    product: product.code,
    status: 'RCVD',
    ...storedPsuOf(psu),
    brand: psu.brand,
    authMethodPreferred: psu.authMethodPreferred,
    ...singleTotal(transfers.map(({ instructedAmount }) => instructedAmount)),
    debtorAccount: instruction.debtorAccount,
    debtorKey: resolveAccountKey(instruction.debtorAccount),
    payer: null,
    debtorName: null,
    creditorName: transfers.length === 1 ? (transfers[0]?.creditorName ?? null) : null,
    requestedDate: requestedDate(instruction),
    fundsAvailable: null,
    fee: null,
    instruction,
    fingerprint: fingerprintOf(creation, { product, instruction }, resolveAccountKey),
    updatedAt: identity.createdAt,
  };
}
