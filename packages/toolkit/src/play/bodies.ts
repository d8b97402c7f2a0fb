import { randomUUID } from 'node:crypto';
import type { Product } from '../../../../src/domain/payments/product.ts';
import { bulkDomestic } from '../../../../src/domain/payments/products/bulk-domestic.ts';
import { norwegianCrossBorder } from '../../../../src/domain/payments/products/cross-border.ts';
import { domestic } from '../../../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic } from '../../../../src/domain/payments/products/periodic.ts';
import { sepa } from '../../../../src/domain/payments/products/sepa.ts';
import { usualPayment } from '../payments.ts';
import type { PaymentKind } from './outlines.ts';

const products: Readonly<Record<PaymentKind, Product>> = {
  domestic,
  instant: instantDomestic,
  'cross-border': norwegianCrossBorder,
  sepa,
  periodic: periodicDomestic,
  bulk: bulkDomestic,
};

export interface PlayDebtor {
  readonly bban: string;
  readonly iban: string;
  readonly currency: string;
}

export interface BodyChoices {
  readonly debtor?: PlayDebtor;
  readonly creditorName?: string;
  readonly startDate?: string;
}

export function pathOf(kind: PaymentKind): string {
  const { service, name } = products[kind];
  return `/v1/${service}/${name}`;
}

/** The example of the product, changed by the choices. Its message to the creditor is unique, so it is no logical duplicate. */
export function bodyOf(kind: PaymentKind, choices: BodyChoices = {}): Readonly<Record<string, unknown>> {
  const { example } = products[kind];
  const { debtor, creditorName, startDate } = choices;
  const exampleEntries = example.payments as readonly Readonly<Record<string, unknown>>[] | undefined;
  const creditorField = creditorName === undefined ? {} : { creditorName };
  const texts = { ...creditorField, remittanceInformationUnstructured: `Story ${randomUUID()}` };
  const norwegianCreditor = debtor === undefined ? {} : { creditorAccount: creditorFor(debtor) };
  const debtorAccount = debtor === undefined ? example.debtorAccount : accountOf(kind, debtor);
  if (exampleEntries !== undefined) {
    const entries = exampleEntries.map((one) => ({ ...one, ...norwegianCreditor, ...texts }));
    return { ...example, debtorAccount, payments: entries };
  }
  const startField = startDate === undefined ? {} : { startDate };
  // The account of a creditor abroad stays, because no debtor of the sandbox can own it.
  const isAbroad = kind === 'sepa' || kind === 'cross-border';
  return { ...example, debtorAccount, ...(isAbroad ? {} : norwegianCreditor), ...texts, ...startField };
}

const accountOf = (kind: PaymentKind, { bban, iban, currency }: PlayDebtor): unknown =>
  kind === 'sepa' ? { iban, currency } : { bban, currency };

/** Another account than the debtor's. */
const creditorFor = ({ bban }: PlayDebtor): unknown => ({
  bban: bban === usualPayment.creditor ? usualPayment.debtor : usualPayment.creditor,
  currency: 'NOK',
});
