/** Creates a signing basket. A unique index ensures that a payment is in at most one live basket. */
import { basketLinks } from '../../domain/baskets/basket.ts';
import type { Links } from '../../domain/payments/links.ts';
import { awaitsApproval } from '../../domain/payments/status.ts';
import { type Fault, type Refusal, refuse, refuseAll, type TppMessage } from '../../domain/refusal.ts';
import { keptPsu, redirectUriOf } from '../authorisations/open.ts';
import { type Context, paymentWrite } from '../operation.ts';
import { withoutInstruction } from '../payments/ports.ts';
import type { BasketRecord, PaymentRecord, Stores } from '../ports/stores.ts';

export interface CreateBasketInput {
  readonly paymentIds: readonly string[];
  readonly warnings: readonly TppMessage[];
}

export interface FoundBasket {
  readonly basket: BasketRecord;
  readonly payments: readonly PaymentRecord[];
}

export interface CreatedBasket extends FoundBasket {
  readonly links: Links;
  readonly tppMessages: readonly TppMessage[];
}

export const withoutInstructions = <Found extends FoundBasket>(foundBasket: Found) => ({
  ...foundBasket,
  payments: foundBasket.payments.map(withoutInstruction),
});

export const createSigningBasket = paymentWrite({
  name: 'createSigningBasket',
  storedForm: withoutInstructions<CreatedBasket>,
  refusals: ['RESOURCE_UNKNOWN', 'REFERENCE_MIX_INVALID', 'CONFLICT'],
  async run(context, { paymentIds, warnings }: CreateBasketInput): Promise<CreatedBasket> {
    const rows = await context.stores.payments.lockMany(context.caller.tppId, paymentIds);
    requireKnown(paymentIds, rows);
    const payments = paymentIds.flatMap((id) => rows.find(({ paymentId }) => paymentId === id) ?? []);
    requireMix(context, payments);
    requireFree(payments);
    const basket = newBasket(context, namedPerson(payments));
    if (!(await context.stores.baskets.insert(basket, paymentIds)))
      throw await inAnother(context.stores, basket, payments);
    await context.bank.commitBasket(context, basket);
    return { basket, payments, links: basketLinks(basket.basketId, true), tppMessages: warnings };
  },
});

function requireKnown(paymentIds: readonly string[], payments: readonly PaymentRecord[]): void {
  const knownIds = new Set(payments.map(({ paymentId }) => paymentId));
  const text = 'there is no payment with this id';
  const faults = paymentIds.flatMap((id, index): Fault[] =>
    knownIds.has(id) ? [] : [{ path: `paymentIds[${index}]`, text, reason: 'RESOURCE_UNKNOWN' }],
  );
  if (faults.length > 0) throw refuseAll(faults);
}

/** Bulk and periodic payments are signed alone; other payments must share debtor account and PSU. */
function requireMix(context: Context, payments: readonly PaymentRecord[]): void {
  const services = new Map(context.settings.products.map(({ code, service }) => [code, service]));
  const alone = payments.filter(({ product }) => services.get(product) !== 'payments');
  if (alone.length > 0) {
    const text = `bulk and periodic payments cannot be in a signing basket: ${idsOf(alone)}`;
    throw refuse('REFERENCE_MIX_INVALID', { path: 'paymentIds', text });
  }
  const person = namedPerson(payments);
  const faults = oneForAll.flatMap(([what, of]) => {
    const differing = payments.filter((one) => payments[0] && of(one, person) !== of(payments[0], person));
    if (differing.length === 0) return [];
    const text = `all payments in a basket must have the same ${what}; these differ from ${payments[0]?.paymentId}: ${idsOf(differing)}`;
    return [{ path: 'paymentIds', text, reason: 'REFERENCE_MIX_INVALID' as const }];
  });
  if (faults.length > 0) throw refuseAll(faults);
}

const idsOf = (payments: readonly PaymentRecord[]) => payments.map(({ paymentId }) => paymentId).join(', ');

/** X-PSU-IDENTITY of a payment names the person who must approve. */
const namedPerson = (payments: readonly PaymentRecord[]): string | null =>
  payments.find(({ identityNumber }) => identityNumber !== null)?.identityNumber ?? null;

/** A payment that names no person accepts the person of the others. */
const oneForAll: readonly (readonly [string, (payment: PaymentRecord, person: string | null) => string])[] = [
  ['debtor account (debtorAccount)', ({ debtorKey }) => debtorKey],
  [
    'PSU (PSU-ID, or X-PSU-IDENTITY)',
    ({ psuId, identityNumber }, person) =>
      `${psuId ?? identityNumber ?? ''} ${identityNumber ?? person ?? ''}`,
  ],
];

function requireFree(payments: readonly PaymentRecord[]): void {
  const busyPayments = payments.filter(({ status }) => !awaitsApproval(status));
  if (busyPayments.length === 0) return;
  throw refuse('CONFLICT', {
    path: 'paymentIds',
    text: `only payments with the status RCVD can be in a basket: ${busyPayments.map(({ paymentId, status }) => `${paymentId} is ${status}`).join(', ')}`,
  });
}

/** The payments are locked, so those in another basket stay there. */
async function inAnother(
  { baskets }: Stores,
  { basketId }: BasketRecord,
  candidates: readonly PaymentRecord[],
): Promise<Refusal> {
  const takenPayments: PaymentRecord[] = [];
  for (const payment of candidates) {
    const live = await baskets.openBasketIdOf(payment.paymentId);
    if (live !== null && live !== basketId) takenPayments.push(payment);
  }
  const text = `these payments are in another open signing basket: ${idsOf(takenPayments)}`;
  return refuse('CONFLICT', { path: 'paymentIds', text });
}

function newBasket({ ids, caller, psu, now }: Context, person: string | null): BasketRecord {
  return {
    basketId: ids.next(),
    tppId: caller.tppId,
    ...keptPsu(psu),
    identityNumber: psu.identityNumber ?? person,
    redirectUri: redirectUriOf(psu),
    state: 'OPEN',
    createdAt: now,
  };
}
