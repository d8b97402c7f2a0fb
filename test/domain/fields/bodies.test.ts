import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { basketBody } from '../../../src/domain/baskets/basket.ts';
import { list, readAhead, StoppingList } from '../../../src/domain/fields/list.ts';
import { parseFields } from '../../../src/domain/fields/parse.ts';
import { Warnings } from '../../../src/domain/fields/warn.ts';
import { products } from '../../../src/domain/payments/products/list.ts';
import { faultsCountedAtMost, messagesAtMost, refuseAll } from '../../../src/domain/refusal.ts';
import { accountBalancesBody, accountBody } from '../../../src/domain/sandbox/account.ts';
import { agreementBody, engagementBody } from '../../../src/domain/sandbox/agreement.ts';
import { cardAccountBody, cardBalancesBody } from '../../../src/domain/sandbox/card-account.ts';
import { cardTransactionList } from '../../../src/domain/sandbox/card-transaction.ts';
import { customerBody } from '../../../src/domain/sandbox/customer.ts';
import { routes } from '../../../src/rest/routes.ts';

const bodies: readonly (readonly [string, z.ZodType])[] = [
  ...products.map(({ code, body }) => [code, body] as const),
  ['basket', basketBody],
  ['customer', customerBody],
  ['account', accountBody],
  ['account balances', accountBalancesBody],
  ['card account', cardAccountBody],
  ['card balances', cardBalancesBody],
  ['card transactions', cardTransactionList],
  ['agreement', agreementBody],
  ['engagement', engagementBody],
];

const core = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional ? core(schema.unwrap() as z.ZodType) : schema;

function inside(outer: z.ZodType, place = 'body'): readonly (readonly [string, z.ZodType])[] {
  const schema = core(outer);
  const below =
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape).flatMap(([name, field]) =>
          inside(field as z.ZodType, `${place}.${name}`),
        )
      : schema instanceof z.ZodArray
        ? inside(schema.element as z.ZodType, `${place}[]`)
        : [];
  return [[place, schema], ...below];
}

/** `<` and `String` throw a TypeError for this object. */
const incomparable: unknown = JSON.parse('{"valueOf":1,"toString":1}');

/** An object that cannot be compared, under a name that code may access unchecked. */
const inPlaceOf = (name: string): unknown => JSON.parse(`{"${name}":{"valueOf":1,"toString":1}}`);

const anything = fc.oneof(
  { weight: 9, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['length', 'size', 'then', 'toJSON', '__proto__', 'constructor'].map(inPlaceOf),
    ),
  },
);
const filled = (outer: z.ZodType, depth = 0): fc.Arbitrary<unknown> => {
  const schema = core(outer);
  if (depth < 4 && schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [
      name,
      filled(field as z.ZodType, depth + 1),
    ]);
    return fc.oneof(
      { weight: 4, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
      anything,
    );
  }
  if (depth < 4 && schema instanceof z.ZodArray) {
    return fc.oneof(fc.array(filled(schema.element as z.ZodType, depth + 1), { maxLength: 3 }), anything);
  }
  return anything;
};

/** The longest valid texts by field; other texts may repeat one letter. */
const longestOf: Readonly<Record<string, string>> = { iban: 'MT84MALT0110 00012345 MTLCAST 001S' };

/** Examples that each published pattern matches, and examples that it does not. */
const written: Readonly<Record<string, readonly [string[], string[]]>> = {
  amount: [
    ['0.01', '1', '100.00', '1.000', '123456789012345678', '0'],
    ['', '01', '.5', '1.', '1.2', '1,00', '-1.00', '+1', '1e3', '1.0000', '1234567890123456789', ' 1', '1\n'],
  ],
  dayOfExecution: [
    ['1', '01', '9', '10', '29', '30', '31'],
    ['', '0', '00', '32', '40', '001', '1.', ' 1', '1\n'],
  ],
  bban: [
    ['1', 'aZ09'],
    ['', '1 2', 'å', '1-2'],
  ],
  iban: [
    ['NO93', 'NO93 8601 1117 947'],
    ['', ' NO93', 'NO93 ', 'NO93  8601', 'NO-93'],
  ],
  customerNumber: [
    ['1', 'aZ09'],
    ['', '1 2', 'å'],
  ],
  customer: [
    ['1', 'aZ09'],
    ['', '1 2', 'å'],
  ],
  type: [
    ['private', 'CORPORATE', 'PrIvAtE'],
    ['', 'privat', 'privates', 'xprivate', 'both'],
  ],
  customerType: [
    ['private', 'CORPORATE', 'PrIvAtE'],
    ['', 'privat', 'privates', 'xprivate', 'both'],
  ],
  currency: [
    ['NOK', 'XYZ'],
    ['', 'nok', 'NO', 'NOKK'],
  ],
};

/** Whether the text has the published bounds and pattern of its schema. */
function boundsOf(name: string, schema: z.ZodString): readonly boolean[] {
  const { minLength: least, maxLength: most, pattern } = schema.meta() ?? {};
  const takes = (text: string) => schema.safeParse(text).success;
  const longest = longestOf[name] ?? 'x'.repeat(Number(most));
  const form = new RegExp(String(pattern ?? ''));
  return [
    longest.length === most && takes(longest) && !takes(`${longest}x`),
    least === undefined || (takes('x'.repeat(Number(least))) && !takes('x'.repeat(Number(least) - 1))),
    form.test(longest) && (pattern === undefined || !form.test(`${longest}!`)),
  ];
}

describe.each(bodies)('the body of %s', (_, schema) => {
  it('is accepted or refused, never thrown on, for any field values', () => {
    fc.assert(fc.property(filled(schema), (value) => typeof parseFields(schema, value).ok === 'boolean'));
  });

  it('is refused when a list or a text has a length like an object', () => {
    for (const length of [{ of: null }, { valueOf: 1, toString: 1 }])
      expect(parseFields(schema, { length })).toMatchObject({ ok: false });
  });

  const texts = inside(schema).flatMap(([place, found]) =>
    found instanceof z.ZodString ? [[place, found] as const] : [],
  );

  it('takes no text that the database cannot store', () => {
    for (const [place, text] of texts) {
      // An amount is checked with its currency.
      if (place.endsWith('.amount')) continue;
      const taken = ['\0', 'a\0', '\uD800', 'a\uDE00'].filter((one) => text.safeParse(one).success);
      expect([place, taken]).toEqual([place, []]);
    }
  });

  it('has the published bounds for its texts', () => {
    for (const [place, text] of texts) {
      if (text.meta()?.maxLength === undefined) continue;
      const [name = ''] = place.split('.').slice(-1);
      expect([place, ...boundsOf(name, text)]).toEqual([place, true, true, true]);
    }
  });

  it('has the published patterns for its texts', () => {
    for (const [place, text] of texts) {
      const { pattern } = text.meta() ?? {};
      if (pattern === undefined) continue;
      const [name = ''] = place.split('.').slice(-1);
      const [good, bad] = written[name] ?? [[], []];
      const passed = [...good, ...bad].filter((one) => new RegExp(String(pattern)).test(one));
      expect([place, passed]).toEqual([place, good]);
      expect([place, good.length > 0 && bad.length > 0]).toEqual([place, true]);
    }
  });

  it('has only lists that stop the search after enough faults', () => {
    for (const [place, found] of inside(schema)) {
      if (!(found instanceof z.ZodArray)) continue;
      expect([place, found instanceof StoppingList]).toEqual([place, true]);
    }
  });
});

it('objects in bodies have the names that documents use for them', () => {
  const objects = bodies.flatMap(([, body]) => inside(body)).map(([, schema]) => schema);
  const ids = objects.flatMap((schema) => (schema instanceof z.ZodObject ? (schema.meta()?.id ?? []) : []));
  expect([...new Set(ids)].sort()).toEqual([
    ...['Amount', 'AnyAccount', 'BbanAccount', 'BbanOrCardAccount', 'BulkPaymentEntry', 'BulkPostalAddress'],
    ...['CardAmount', 'CardTransaction', 'CurrencyExchange', 'IbanAccount', 'KidAgreement'],
    ...['OtherIdentification', 'PostalAddress', 'RemittanceInformationStructured', 'SandboxAccountBody'],
    ...['SandboxAgreementBody', 'SandboxAmount', 'SandboxBalance', 'SandboxBalancesBody'],
    ...['SandboxCardAccountBody', 'SandboxCardBalancesBody', 'SandboxCustomerBody', 'SandboxEngagementBody'],
    'SigningBasketBody',
  ]);
});

const examples: readonly (readonly [z.ZodType, unknown])[] = [
  ...products.map(({ body, example }) => [body, example] as const),
  ...routes.flatMap(({ documentedBody: body }) => (body ? [[body.schema, body.example] as const] : [])),
];

/** Copies of the value, in each of which `replacement` stands for another part. */
function* withEachPartReplaced(value: unknown, replacement: unknown): Generator<unknown> {
  yield replacement;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value))
    for (const newPart of withEachPartReplaced(part, replacement))
      yield Array.isArray(value) ? value.with(Number(key), newPart) : { ...value, [key]: newPart };
}

it('each body refuses an object that cannot be compared', () => {
  for (const [schema, example] of examples)
    for (const body of withEachPartReplaced(example, incomparable))
      expect(parseFields(schema, body)).toMatchObject({ ok: false });
});

it('each body in the table is one of these', () => {
  const taken = routes.flatMap(({ documentedBody }) => (documentedBody ? [documentedBody.schema] : []));
  const known = bodies.map(([, schema]) => schema);
  expect(taken.filter((schema) => !known.includes(schema))).toEqual([]);
});

describe('a list that holds only faults', () => {
  const bulk = products.find(({ code }) => code === 'BULK_NDCT')?.body as z.ZodType;
  const remittances = { remittanceInformationStructuredArray: Array(340).fill({}) };
  const account = { bban: '86011117947', currency: 'NOK' };
  const payer = { debtorAccount: account };
  const longNames = {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'x'.repeat(71),
    ultimateDebtor: 'x'.repeat(71),
    creditorAccount: account,
    creditorAddress: { country: 'NO' },
  };
  it.each<[string, z.ZodType, unknown]>([
    ['999 card transactions', cardTransactionList, Array(999).fill({})],
    ['1,000 entries of 340 references', bulk, { payments: Array(1_000).fill(remittances) }],
    ['1,000 entries with two long names', bulk, { ...payer, payments: Array(1_000).fill(longNames) }],
  ])('%s: the search stops early, and reports 100 messages', (_, schema, value) => {
    const parsed = parseFields(schema, value);
    if (parsed.ok) throw new Error('nothing was found');
    expect(parsed.faults.length).toBeGreaterThanOrEqual(faultsCountedAtMost);
    expect(parsed.faults.length).toBeLessThan(2 * faultsCountedAtMost + 100);
    const { tppMessages } = refuseAll(parsed.faults);
    expect(tppMessages).toHaveLength(100);
    expect(tppMessages.at(-1)).toEqual({
      category: 'ERROR',
      code: 'FORMAT_ERROR',
      text: 'there are at least 1000 errors; only the first 99 are listed',
    });
    expect(JSON.stringify(tppMessages).length).toBeLessThan(20_000);
  });

  it('reports the exact number where it was counted', () => {
    const parsed = parseFields(cardTransactionList, Array(20).fill({}));
    if (parsed.ok) throw new Error('nothing was found');
    const { tppMessages } = refuseAll(parsed.faults);
    expect(tppMessages.at(-1)?.text).toBe(
      `there are ${parsed.faults.length} errors; only the first 99 are listed`,
    );
    expect(parsed.faults.length).toBeGreaterThan(200);
  });

  it('a list that is too long has that fault alone', () => {
    expect(parseFields(cardTransactionList, Array(1_001).fill({}))).toEqual({
      ok: false,
      faults: [{ path: 'body', text: 'must have at most 1000 items' }],
    });
  });
});

describe('reading a list with pauses', () => {
  const of = (most = 5_000) => list(z.object({ a: z.string() }), 0, most);
  const pausesOf = (schema: z.ZodType, value: unknown) => [...readAhead(schema, value)].length;
  const good = (count: number): unknown[] => Array.from({ length: count }, () => ({ a: 'x' }));
  const bad = (count: number): unknown[] => Array.from({ length: count }, () => ({}));

  it.each<[string, z.ZodType, unknown, number]>([
    ['after each twenty items', of(), good(100), 5],
    ['not where it is short', of(), good(20), 0],
    ['from 21 items on', of(), good(21), 1],
    ['not where it is too long', of(99), good(100), 0],
    ['as far as it may be long', of(100), good(100), 5],
    ['until enough faults are found', of(), bad(2_000), 49],
    ['with as many faults as it may have', of(), [...bad(999), ...good(1)], 50],
    ['up to what is no item', of(), [...good(50), 'x', ...good(50)], 2],
    ['in a field', z.object({ b: of().optional(), c: of() }), { b: good(40), c: good(60) }, 5],
    ['not where it is none', z.object({ b: of().optional() }), { b: { length: 40 } }, 0],
    ['not in what is no object', z.object({ b: of() }), 'b', 0],
  ])('%s', (_, schema, value, pauses) => expect(pausesOf(schema, value)).toBe(pauses));

  it('gives each item as it was read, once', () => {
    const schema = of();
    const items = good(30);
    expect(pausesOf(schema, items)).toBe(1);
    (items[3] as { a: unknown }).a = 1;
    expect([schema.safeParse(items).success, schema.safeParse(items).success]).toEqual([true, false]);
  });
});

describe('warnings', () => {
  const domestic = products.find(({ code }) => code === 'NDCT');
  const unknown = (count: number, name: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 1]));
  const warningsFor = (more: object) => {
    const parsed = parseFields(domestic?.body as z.ZodType, { ...domestic?.example, ...more });
    if (!parsed.ok) throw new Error('faults');
    return parsed.warnings;
  };

  it('are 100 at most, and the last says how many there are', () => {
    expect(warningsFor(unknown(100, (index) => `unknown${index}`))).toHaveLength(100);
    const warnings = warningsFor(unknown(9_000, (index) => `unknown${index}`));
    expect(warnings).toHaveLength(100);
    expect(warnings.at(-1)).toEqual({
      category: 'WARNING',
      code: 'FORMAT_ERROR',
      text: 'there are 9000 warnings; only the first 99 are listed',
    });
    expect(JSON.stringify(warnings).length).toBeLessThan(20_000);
  });

  it('of unknown properties inside the entries of a bulk payment count as one list', () => {
    const bulk = products.find(({ code }) => code === 'BULK_NDCT');
    const [entry] = (bulk?.example.payments ?? []) as object[];
    const entries = Array.from({ length: 1_000 }, () => ({
      ...entry,
      ...unknown(9, (index) => `u${index}`),
    }));
    const parsed = parseFields(bulk?.body as z.ZodType, { ...bulk?.example, payments: entries });
    expect(parsed.ok && [parsed.warnings.length, parsed.warnings.at(-1)?.text]).toEqual([
      100,
      'there are 9000 warnings; only the first 99 are listed',
    ]);
  });

  it('write no path for which the response has no room', () => {
    const paths: string[] = [];
    const warnings = new Warnings();
    const writePath = (index: number) => {
      paths.push(`u${index}`);
      return `u${index}`;
    };
    for (let index = 0; index < 60_000; index += 1) warnings.add(() => writePath(index), 'is unknown');
    expect([paths.length, warnings.messages.length]).toEqual([messagesAtMost, messagesAtMost]);
  });

  it('cut names between characters', () => {
    const [found] = warningsFor({ [`${'x'.repeat(68)}😀😀😀`]: 1 });
    expect(found?.path).toBe(`${'x'.repeat(68)}😀…`);
  });
});
