/**
 * Creates a payment of any product: session, business rules in their fixed order, logical
 * duplicates, then RCVD. The body has passed its product's schema before it comes here.
 */

import { creationScenario } from '../../domain/bank/scenarios.ts';
import type { Fee } from '../../domain/payments/fee.ts';
import { duplicateKey, duplicateWindowMs } from '../../domain/payments/fingerprint.ts';
import {
  type AccountReference,
  accountKey,
  type InstructedAmount,
  type Instruction,
  isBulk,
  requestedDate,
  transfersOf,
} from '../../domain/payments/instruction.ts';
import { kidFaults } from '../../domain/payments/kid-rule.ts';
import { type Links, paymentLinks } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import { type Fault, Refusal, refuse, refuseAll, type TppMessage } from '../../domain/refusal.ts';
import { sumOf } from '../../domain/values/money.ts';
import { keptPsu, openAuthorisation, scaRedirectOf } from '../authorisations/open.ts';
import { requireAgreement, requireSession } from '../authorisations/session.ts';
import { bankAppMessage, hasBankApp } from '../authorisations/started.ts';
import { type Context, paymentWrite } from '../operation.ts';
import { BankChallenge, type RemoteCreation } from '../ports/bank.ts';
import type { PaymentRecord } from '../ports/stores.ts';
import { addRedirect, followPayment } from '../remote/redirects.ts';
import { nameTwoAccounts, twoAccountsText } from '../sandbox/accounts/two-accounts.ts';
import { digest } from '../sca/secrets.ts';
import { withoutInstruction } from './ports.ts';

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

/** What a remote bank has made of it, or what a core system says of its instruction. */
type Answered = RemoteCreation | { readonly fee: Fee | null };

export const createPayment = paymentWrite({
  name: 'createPayment',
  toKeep: (created: CreatedPayment) => ({ ...created, payment: withoutInstruction(created.payment) }),
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
  needs: ({ instruction }, { psuId, identityNumber, sessionId }) => ({
    psu: { psuId, identityNumber, sessionId },
    creditorKeys: creditorsOf(instruction),
  }),
  async ask(context, input: CreatePaymentInput): Promise<Answered> {
    const own = await ownRefusal(context, input);
    if (own === null) return context.desk.createPayment(context.asking, input);
    // That a PSU has to log in comes first in the order of checks. With PSU-Context none has to; else the bank knows.
    if (context.psu.context === null)
      await context.desk.createPayment(context.asking, input).catch((error: unknown) => {
        if (error instanceof BankChallenge) throw error;
      });
    throw own;
  },
  async askCore(context, input: CreatePaymentInput): Promise<Answered> {
    requireSession(context);
    applyRules(context, input);
    return context.core.check(context.caller.tppId, input.product, input.instruction);
  },
  async run(context, input: CreatePaymentInput, answered: Answered | null): Promise<CreatedPayment> {
    if (answered === null) {
      requireSession(context);
      applyRules(context, input);
      await applyBankRules(context, input.instruction);
    }
    const payment = { ...newPayment(context, input), fee: answered?.fee ?? null };
    if (context.metAlike) await judgeAlike(context, payment, input);
    await context.stores.payments.insert(payment);
    const { tppId, paymentId: id } = payment;
    const remote = answered !== null && 'reference' in answered ? answered : null;
    if (remote !== null) {
      const { reference } = remote;
      await followPayment(context.stores, { tppId, id, reference }, context.realNow);
    }
    const tppMessages = [...input.warnings, ...(remote?.tppMessages ?? []).filter(isNews(input.warnings))];
    return { payment, tppMessages, ...(await signing(context, input.product, payment, remote)) };
  },
});

/** What is refused here, whatever a remote bank would say. */
async function ownRefusal(context: Context, input: CreatePaymentInput): Promise<Refusal | null> {
  try {
    requireAgreement(context, context.psu.context === 'CORPORATE');
    applyRules(context, input);
    const since = context.now - duplicateWindowMs;
    const { stores, caller } = context;
    const isAlike =
      !input.allowLogicalDuplicate &&
      (await stores.payments.isAlike(caller.tppId, fingerprintOf(context, input), since));
    return isAlike ? alike(input.product) : null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The bank checks what was checked here, and may say the same of it. */
const isNews =
  (said: readonly TppMessage[]) =>
  ({ code, path }: TppMessage): boolean =>
    !said.some((one) => one.code === code && one.path === path);

/** Links of the new payment; with single SCA the page where log-in and approval happen together. */
async function signing(
  context: Context,
  product: Product,
  payment: PaymentRecord,
  answered: RemoteCreation | null,
): Promise<Pick<CreatedPayment, 'links' | 'psuMessage'>> {
  const said = answered?.psuMessage ?? null;
  const psuMessage = said === null ? {} : { psuMessage: said };
  if (context.psu.context === null) return { links: paymentLinks(product, payment), ...psuMessage };
  const authorisation = await openAuthorisation(context, context.psu, {
    kind: 'PAYMENT',
    paymentId: payment.paymentId,
    instructions: [payment.instruction],
    implicit: true,
  });
  if (answered?.redirect) await addRedirect(context.stores, authorisation, answered.redirect);
  return {
    links: paymentLinks(product, payment, scaRedirectOf(context, authorisation)),
    ...(hasBankApp(context) && !authorisation.redirectPreferred
      ? { psuMessage: bankAppMessage }
      : psuMessage),
  };
}

function applyRules(context: Context, input: CreatePaymentInput): void {
  for (const rule of input.product.rules) {
    const fault = rule(input.instruction, context.today);
    if (fault) throw refuseAll([fault]);
  }
}

/** Checks by what the bank knows: numbers of accounts, KID agreements of creditors, a sandbox's scenarios. */
async function applyBankRules(context: Context, instruction: Instruction): Promise<void> {
  const { facts, settings } = context;
  const twice = settings.sandbox ? await accountsNamedTwice(context, instruction) : [];
  if (twice.length > 0) throw refuseAll(twice);
  const transfers = transfersOf(instruction);
  const faults = kidFaults(instruction, facts.kidAgreements);
  if (faults.length > 0) throw refuseAll(faults);
  const failure = settings.sandbox
    ? creationScenario(transfers.map(({ creditorName }) => creditorName))
    : null;
  if (failure) throw refuse(failure, failure === 'UNAVAILABLE' ? { retryAfterSeconds: 2 } : {});
}

/** References whose BBAN and IBAN the sandbox knows as those of two accounts. */
async function accountsNamedTwice(
  { stores, caller }: Context,
  instruction: Instruction,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const [field, account] of accountsOf(instruction))
    if (await nameTwoAccounts(stores, caller.tppId, account))
      faults.push({ path: `${field}.iban`, text: twoAccountsText });
  return faults;
}

/** Entries of a bulk payment name their creditors by BBAN alone. */
const accountsOf = (instruction: Instruction): readonly (readonly [string, AccountReference])[] => [
  ['debtorAccount', instruction.debtorAccount],
  ...(isBulk(instruction) ? [] : [['creditorAccount', instruction.creditorAccount] as const]),
];

const creditorsOf = (instruction: Instruction): readonly string[] => [
  ...new Set(transfersOf(instruction).map(({ creditorAccount }) => accountKey(creditorAccount))),
];

/** Refuses a logical duplicate of the last 24 hours, unless the TPP allows one. */
async function judgeAlike(
  { stores, now }: Context,
  { tppId, fingerprint }: PaymentRecord,
  { product, allowLogicalDuplicate }: CreatePaymentInput,
): Promise<void> {
  const found = await stores.payments.stepAside(tppId, fingerprint, now - duplicateWindowMs);
  if (found && !allowLogicalDuplicate) throw alike(product);
}

const alike = ({ duplicates }: Product): Refusal =>
  refuse('CONFLICT', {
    text: `a payment with the same debtor, creditor, amount, remittance and date was made within 24 hours; ${
      duplicates === 'QUERY'
        ? 'send allowLogicalDuplicate=true to make it all the same'
        : 'for this product allowLogicalDuplicate is not taken, so change one of them, or cancel the other payment'
    }`,
    path: 'allowLogicalDuplicate',
  });

const fingerprintOf = ({ psu, today }: Context, { product, instruction }: CreatePaymentInput): string =>
  digest(duplicateKey(product, instruction, psu, today));

function newPayment(context: Context, input: CreatePaymentInput): PaymentRecord {
  const { product, instruction } = input;
  const { psu, caller, now } = context;
  const transfers = transfersOf(instruction);
  return {
    paymentId: context.ids.next(),
    tppId: caller.tppId,
    product: product.code,
    status: 'RCVD',
    ...keptPsu(psu),
    brand: psu.brand,
    authMethodPreferred: psu.authMethodPreferred,
    ...totalOf(transfers.map(({ instructedAmount }) => instructedAmount)),
    debtorAccount: instruction.debtorAccount,
    debtorKey: accountKey(instruction.debtorAccount),
    payer: null,
    debtorName: null,
    creditorName: transfers.length === 1 ? (transfers[0]?.creditorName ?? null) : null,
    requestedDate: requestedDate(instruction),
    fundsAvailable: null,
    fee: null,
    instruction,
    fingerprint: fingerprintOf(context, input),
    createdAt: now,
    updatedAt: now,
  };
}

/** The sum of the transfers when they are in one currency, else nothing: a mixed bulk has no total. */
function totalOf(amounts: readonly InstructedAmount[]): Pick<PaymentRecord, 'amount' | 'currency'> {
  const currency = amounts[0]?.currency;
  if (currency === undefined || amounts.some((one) => one.currency !== currency))
    return { amount: null, currency: null };
  return { amount: sumOf(amounts.map(({ amount }) => amount)), currency };
}
