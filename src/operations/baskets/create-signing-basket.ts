import { basketLinks } from '../../domain/baskets/basket.ts';
import type { Links } from '../../domain/payments/links.ts';
import { productOf } from '../../domain/payments/products/list.ts';
import { awaitsApproval } from '../../domain/payments/status.ts';
import {
  type Fault,
  type Refusal,
  refuse,
  refuseAll,
  type TppMessage,
  withBankWarnings,
} from '../../domain/refusal.ts';
import { redirectUriOf, storedPsuOf } from '../authorisations/psu.ts';
import { requireCorporateId } from '../authorisations/session.ts';
import { type Context, defineWriteForPaymentRole } from '../operation.ts';
import { withoutInstruction } from '../payments/create-payment.ts';
import type { BasketRecord, PaymentRecord, Stores } from '../ports/stores.ts';

interface CreateBasketInput {
  readonly paymentIds: readonly string[];
  readonly warnings: readonly TppMessage[];
}

export interface BasketWithPayments {
  readonly basket: BasketRecord;
  readonly payments: readonly PaymentRecord[];
}

export interface CreatedBasket extends BasketWithPayments {
  readonly links: Links;
  readonly tppMessages: readonly TppMessage[];
}

export const withoutInstructions = <Basket extends BasketWithPayments>(basket: Basket) => ({
  ...basket,
  payments: basket.payments.map(withoutInstruction),
});

export const createSigningBasket = defineWriteForPaymentRole({
  name: 'createSigningBasket',
  storedForm: withoutInstructions<CreatedBasket>,
  refusals: ['HTTP_HEADER_REQUIRED', 'RESOURCE_UNKNOWN', 'REFERENCE_MIX_INVALID', 'CONFLICT'],
  // With `psu` the facts contain the session, which `requireCorporateId` needs.
  needs: (_, psu) => ({ psu, accountKeys: [] }),
  async run(context, { paymentIds, warnings }: CreateBasketInput): Promise<CreatedBasket> {
    requireCorporateId(context);
    const lockedPayments = await context.stores.payments.lockMany(context.caller.tppId, paymentIds);
    const payments = requireKnown(paymentIds, lockedPayments);
    requireSinglePayments(payments);
    requireSamePsuAndDebtor(payments);
    requireAwaitingApproval(payments);
    const basket = newBasket(context, payments);
    if (!(await context.stores.baskets.insert(basket, paymentIds)))
      throw await conflictWithOtherBaskets(context.stores, basket, payments);
    await context.bank.commitBasket(context, basket);
    const tppMessages = withBankWarnings(warnings, await context.bank.corporateIdWarnings(context));
    return { basket, payments, links: basketLinks(basket), tppMessages };
  },
});

/** Returns the payments in the order of `paymentIds`. */
function requireKnown(paymentIds: readonly string[], knownPayments: readonly PaymentRecord[]) {
  const payments = paymentIds.map((id) => knownPayments.find(({ paymentId }) => paymentId === id));
  const text = 'there is no payment with this id';
  const faults = payments.flatMap((payment, index): Fault[] =>
    payment ? [] : [{ path: `paymentIds[${index}]`, text, reason: 'RESOURCE_UNKNOWN' }],
  );
  if (faults.length > 0) throw refuseAll(faults);
  return payments.filter((payment) => payment !== undefined);
}

function requireSinglePayments(payments: readonly PaymentRecord[]): void {
  const otherPayments = payments.filter(({ product }) => productOf(product).service !== 'payments');
  if (otherPayments.length === 0) return;
  const text = `bulk and periodic payments cannot be in a signing basket: ${idsOf(otherPayments)}`;
  throw refuse('REFERENCE_MIX_INVALID', { path: 'paymentIds', text });
}

function requireSamePsuAndDebtor(payments: readonly PaymentRecord[]): void {
  const [firstPayment, ...otherPayments] = payments;
  if (firstPayment === undefined) return;
  const namedPerson = findFirst(payments, 'identityNumber');
  const sharedProperties: Readonly<Record<string, (payment: PaymentRecord) => string>> = {
    'debtor account (debtorAccount)': ({ debtorKey }) => debtorKey,
    'PSU (PSU-ID, or X-PSU-IDENTITY)': ({ psuId, identityNumber }) => {
      const psu = psuId ?? identityNumber;
      // A payment that has a PSU-ID, but no X-PSU-IDENTITY, accepts the person whom another payment names.
      const person = identityNumber ?? namedPerson;
      return JSON.stringify([psu, person]);
    },
  };
  const faults = Object.entries(sharedProperties).flatMap(([name, readValue]): Fault[] => {
    const misfits = otherPayments.filter((payment) => readValue(payment) !== readValue(firstPayment));
    if (misfits.length === 0) return [];
    const text = `all payments in a basket must have the same ${name}; these differ from ${firstPayment.paymentId}: ${idsOf(misfits)}`;
    return [{ path: 'paymentIds', text, reason: 'REFERENCE_MIX_INVALID' }];
  });
  if (faults.length > 0) throw refuseAll(faults);
}

const idsOf = (payments: readonly PaymentRecord[]) => payments.map(({ paymentId }) => paymentId).join(', ');

/** The value of the first payment that has one, in the order of the basket. */
const findFirst = <Name extends 'identityNumber' | 'psuContext' | 'corporateId'>(
  payments: readonly PaymentRecord[],
  name: Name,
): PaymentRecord[Name] | null => payments.find((payment) => payment[name] !== null)?.[name] ?? null;

function requireAwaitingApproval(payments: readonly PaymentRecord[]): void {
  const faults = payments.flatMap(({ status }, index): Fault[] => {
    if (awaitsApproval(status)) return [];
    const text = `only payments with the status RCVD can be in a basket, and this one is ${status}`;
    return [{ path: `paymentIds[${index}]`, text, reason: 'CONFLICT' }];
  });
  if (faults.length > 0) throw refuseAll(faults);
}

async function conflictWithOtherBaskets(
  { baskets }: Stores,
  { basketId: newBasketId }: BasketRecord,
  candidates: readonly PaymentRecord[],
): Promise<Refusal> {
  const faults: Fault[] = [];
  for (const [index, { paymentId }] of candidates.entries()) {
    const openBasketId = await baskets.openBasketIdOf(paymentId);
    // `insert` has already put the payments without a conflict into the new basket.
    if (openBasketId === null || openBasketId === newBasketId) continue;
    const text = `this payment is in the open signing basket ${openBasketId}`;
    faults.push({ path: `paymentIds[${index}]`, text, reason: 'CONFLICT' });
  }
  return refuseAll(faults);
}

function newBasket({ ids, caller, psu, now }: Context, payments: readonly PaymentRecord[]): BasketRecord {
  return {
    basketId: ids.next(),
    tppId: caller.tppId,
    ...storedPsuOf(psu),
    identityNumber: psu.identityNumber ?? findFirst(payments, 'identityNumber'),
    psuContext: psu.context ?? findFirst(payments, 'psuContext'),
    corporateId: psu.corporateId ?? findFirst(payments, 'corporateId'),
    redirectUri: redirectUriOf(psu),
    state: 'OPEN',
    createdAt: now,
  };
}
