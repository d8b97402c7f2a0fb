import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../src/domain/payments/instruction.ts';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import { buildPaymentDetails } from '../../src/identity-provider/payment-details.ts';

const detailOf = (instruction: unknown) =>
  buildPaymentDetails(
    'PAYMENT',
    [{ paymentId: 'a', instruction: instruction as Instruction }],
    'https://bank',
  )[0];
const bindingOf = (instruction: unknown) => detailOf(instruction)?.binding;

function leaves(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => leaves(one, [...path, index]));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => leaves(one, [...path, name]));
  return [path];
}

function changed(body: unknown, path: readonly (string | number)[]): unknown {
  const copy = structuredClone(body);
  // biome-ignore lint/suspicious/noExplicitAny: a body of any shape
  let at = copy as any;
  for (const step of path.slice(0, -1)) at = at[step];
  const last = path.at(-1) as string;
  at[last] = typeof at[last] === 'number' ? at[last] + 1 : `1${at[last]}`;
  return copy;
}

describe.each(products.map(({ code, example }) => [code, example] as const))(
  'of product %s',
  (_, example) => {
    it('each value of the body changes the binding, dates and remittance too', () => {
      const ways = leaves(example).filter((path) => !path.includes('instructedAmount'));
      expect(ways.length).toBeGreaterThan(3);
      for (const path of ways)
        expect(bindingOf(changed(example, path)), path.join('.')).not.toBe(bindingOf(example));
    });

    it('another amount changes it', () => {
      const amounts = leaves(example).filter((path) => path.at(-1) === 'amount');
      expect(amounts.length).toBeGreaterThan(0);
      for (const path of amounts) expect(bindingOf(changed(example, path))).not.toBe(bindingOf(example));
    });

    it('an added text changes it', () => {
      expect(bindingOf({ ...example, remittanceInformationUnstructured: 'another text' })).not.toBe(
        bindingOf(example),
      );
      expect(bindingOf({ ...example, requestedExecutionDate: '2031-01-02' })).not.toBe(bindingOf(example));
    });
  },
);

it('of a bulk payment are count and totals by currency, without names of payees', () => {
  const [entry] = bulkDomestic.example.payments as readonly Record<string, unknown>[];
  const amounts = [
    { amount: '10.05', currency: 'NOK' },
    { amount: '2.00', currency: 'EUR' },
    { amount: '0.95', currency: 'NOK' },
  ];
  const payments = amounts.map((instructedAmount) => ({ ...entry, instructedAmount }));
  const detail = detailOf({ ...bulkDomestic.example, payments });
  expect(detail).toMatchObject({
    entries: 3,
    totals: [
      { amount: '11.00', currency: 'NOK' },
      { amount: '2.00', currency: 'EUR' },
    ],
  });
  expect(JSON.stringify(detail)).not.toContain(String(entry?.creditorName));
});

it('of one payment are what the PSU has to see: amount, payee and both accounts', () => {
  const example = products[0]?.example as unknown as Extract<Instruction, { creditorName: string }>;
  expect(detailOf(example)).toEqual({
    type: 'payment_initiation',
    actions: ['initiate'],
    locations: ['https://bank'],
    paymentId: 'a',
    debtorAccount: example.debtorAccount,
    instructedAmount: example.instructedAmount,
    creditorName: example.creditorName,
    creditorAccount: example.creditorAccount,
    binding: bindingOf(example),
  });
});

it('of a cancellation have another action than those of the payment', () => {
  const payments = [{ paymentId: 'a', instruction: products[0]?.example as unknown as Instruction }];
  expect(buildPaymentDetails('CANCELLATION', payments, '')).toMatchObject([{ actions: ['cancel'] }]);
  expect(buildPaymentDetails('PAYMENT', payments, '')).toMatchObject([{ actions: ['initiate'] }]);
  expect(buildPaymentDetails('LOGIN', [], '')).toEqual([]);
});
