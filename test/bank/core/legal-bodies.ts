/** Random legal bodies of a product, made from its schema, with values that are rare in real payments. */
import fc from 'fast-check';
import { z } from 'zod';
import { referencesWithPaths, type TransferFields } from '../../../src/bank/core/iso20022/fields.ts';
import type { Instruction } from '../../../src/domain/payments/instruction.ts';
import type { Product } from '../../../src/domain/payments/product.ts';
import { normaliseIban } from '../../../src/domain/values/account-numbers.ts';
import { type CurrencyCode, currencyDecimals } from '../../../src/domain/values/currencies.ts';

const shown = fc
  .oneof(
    { weight: 6, arbitrary: fc.constantFrom(...'abcXYZ019 æøåß<>&"\'/-') },
    { weight: 3, arbitrary: fc.integer({ min: 0xa0, max: 0x10fffd }) },
  )
  .map((one) => (typeof one === 'string' ? one : String.fromCodePoint(one)))
  .map((one) => (/[\p{Cs}\ufffe\uffff]/u.test(one) ? ' ' : one));
const rare = fc.constantFrom(
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ufffe',
);

/** `fits`: within the bounds of an order. */
function text(least: number, most: number, fits: boolean): fc.Arbitrary<string> {
  const unit = fits ? shown : fc.oneof({ weight: 200, arbitrary: shown }, { weight: 1, arbitrary: rare });
  const of = (bounds: { minLength: number; maxLength: number }) =>
    fc.array(unit, bounds).map((all) => Array.from(all.join('')).slice(0, most).join(''));
  return fc.oneof(
    of({ minLength: least, maxLength: Math.min(most, 12) }),
    of({ minLength: least, maxLength: most }),
    of({ minLength: most, maxLength: most }),
  );
}

const amount = (currencies: readonly string[]) =>
  fc.tuple(fc.constantFrom(...currencies), fc.bigInt(1n, 10n ** 18n - 1n)).map(([currency, minor]) => {
    const units = currencyDecimals[currency as CurrencyCode];
    const digits = minor.toString().padStart(units + 1, '0');
    return {
      amount: units === 0 ? digits : `${digits.slice(0, -units)}.${digits.slice(-units)}`,
      currency,
    };
  });

const ibans = ['NO9386011117947', 'no93 8601 1117 947', 'DE89370400440532013000', 'SE4550000000058398257466'];
const bic = fc.constantFrom('DNBANOKK', 'DNBANOKKXXX', 'ESSESESS');

/** By field name, where the schema is incomplete. */
const named = (fits: boolean): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  bban: fc.string({ unit: fc.constantFrom(...'0123456789abzABZ'), minLength: 1, maxLength: 30 }),
  iban: fc.constantFrom(...ibans),
  identification: text(1, fits ? 34 : 70, fits),
  creditorAgent: fits ? bic : fc.oneof(bic, fc.constantFrom('dnbanokk', 'a bank'), text(1, 35, fits)),
  referenceType: fc.oneof(fc.constantFrom('SCOR', 'scor', 'CINV', 'RF'), text(1, 35, fits)),
  dayOfExecution: fc.integer({ min: 1, max: 31 }).map(String),
  monthsOfExecution: fc.uniqueArray(fc.integer({ min: 1, max: 11 }), { minLength: 1 }),
  debtorName: fits ? fc.constantFrom('', 'Kari') : fc.constantFrom('', 'Kari', 'Ola'),
});
const names = { true: named(true), false: named(false) };
/** Lengths of texts that the interface does not bound. */
const unbounded = { true: 16, false: 40 };

function arbitraryOf(schema: z.ZodType, name: string, fits: boolean): fc.Arbitrary<unknown> {
  const own = names[`${fits}`][name];
  if (schema instanceof z.ZodOptional) {
    return fc.option(arbitraryOf(schema.unwrap() as z.ZodType, name, fits), { nil: undefined });
  }
  if (own) return own;
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodArray) {
    return fc.array(arbitraryOf(schema.element as z.ZodType, name, fits), { minLength: 1, maxLength: 3 });
  }
  if (schema instanceof z.ZodObject) {
    const { amount: digits, currency } = schema.shape;
    if (digits && currency) return amount((currency as z.ZodEnum).options as string[]);
    return fc.record(
      Object.fromEntries(
        Object.entries(schema.shape).map(([field, inner]) => [
          field,
          arbitraryOf(inner as z.ZodType, field, fits),
        ]),
      ),
    );
  }
  const { format, minLength = 0, maxLength = unbounded[`${fits}`] } = schema.meta() ?? {};
  return format === 'date'
    ? fc.constantFrom('0001-01-01', '2031-02-28', '2032-02-29', '9999-12-31')
    : text(Number(minLength), Number(maxLength), fits);
}

const remittanceForms = [
  'remittanceInformationUnstructured',
  'remittanceInformationStructured',
  'remittanceInformationStructuredArray',
];

/** The body with one form of remittance, and with a plan that fits. */
function consistent(body: unknown, fits: boolean): unknown {
  if (Array.isArray(body)) return body.map((item) => consistent(item, fits));
  if (typeof body !== 'object' || body === null) return body;
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, consistent(value, fits)]],
    ),
  );
  const [, ...others] = remittanceForms.filter((form) => fields[form] !== undefined);
  for (const form of others) delete fields[form];
  if (fields.frequency === 'MonthlyVariable') fields.monthsOfExecution ??= [1];
  else delete fields.monthsOfExecution;
  if (fields.endDate !== undefined) fields.endDate = '9999-12-31';
  const { bban, iban, other } = fields;
  if ('currency' in fields && !('amount' in fields) && bban === undefined && iban === undefined && !other)
    fields.bban = '86011117947';
  if (other !== undefined) delete fields.bban;
  if (fits && bban !== undefined && typeof iban === 'string') fields.bban = normaliseIban(iban).slice(4);
  return fields;
}

const sepaDigits = 11;
/** The text as a valid SEPA reference. */
const sepaReference = (text: string) => text.replace(/[^A-Za-z0-9]/gu, '-').slice(0, 35);

function inEuro(amount: string, fits: boolean) {
  const digits = amount.replace('.', '').slice(fits ? -sepaDigits : -18);
  const cents = (Number(digits) === 0 ? '1' : digits.replace(/^0+/, '')).padStart(3, '0');
  return { amount: `${cents.slice(0, -2)}.${cents.slice(-2)}`, currency: 'EUR' };
}

/** The SEPA payment with every invalid value replaced. */
function withinSepa(body: Instruction): Instruction {
  const { creditorAddress, endToEndIdentification, ...fields } = body as Instruction & TransferFields;
  const [first] = referencesWithPaths(fields as TransferFields);
  return {
    ...fields,
    ...(creditorAddress && { creditorAddress: { ...creditorAddress, city: 'Bonn' } }),
    ...(endToEndIdentification && { endToEndIdentification: sepaReference(endToEndIdentification) }),
    ...(first && {
      remittanceInformationStructured: {
        ...first.remittance,
        reference: sepaReference(first.remittance.reference),
        referenceType: 'SCOR',
      },
      remittanceInformationStructuredArray: undefined,
    }),
  } as Instruction;
}

/** Legal bodies of the product by its schema. `fits`: within the bounds of an order. */
export function legalBodies(product: Product, fits: boolean): fc.Arbitrary<Instruction> {
  const isSepa = product.code === 'SCT';
  const euro = (body: unknown) => {
    const { instructedAmount } = body as { instructedAmount?: { amount: string } };
    if (!isSepa || !instructedAmount) return body;
    return { ...(body as object), instructedAmount: inEuro(instructedAmount.amount, fits) };
  };
  return arbitraryOf(product.body, '', fits)
    .map((body) => product.body.safeParse(euro(consistent(body, fits))))
    .filter(({ success }) => success)
    .map(({ data }) => (isSepa && fits ? withinSepa(data as Instruction) : (data as Instruction)));
}
