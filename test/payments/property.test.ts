/**
 * Random bodies get a 201 or a 4xx, and only a 201 stores anything. PROPERTY_RUNS: the minimum of requests (200 in `npm
 * test`, 1,500 with NIGHTLY=1); PROPERTY_SEED: replays a run that failed.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../src/domain/payments/product.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { rounds } from '../support/nightly.ts';
import { type Body, create, withValue } from '../support/payments.ts';

const requests = Number(process.env.PROPERTY_RUNS ?? rounds(200, 1_500));
const seed = Number(process.env.PROPERTY_SEED ?? 1_211_825);
const batch = 25;
/** A quarter of the requests keeps the rules: those cost most, and find the fewest faults. */
const runsOf = (share: number) => Math.ceil((requests * share) / products.length / batch);

const bank = await bankOfFile();
const tpp = bank.tpp();

function placesOf(value: unknown, place = ''): string[] {
  if (typeof value !== 'object' || value === null) return [place];
  const inside = Array.isArray(value)
    ? value.flatMap((item, index) => placesOf(item, `${place}[${index}]`))
    : Object.entries(value).flatMap(([key, item]) => placesOf(item, place === '' ? key : `${place}.${key}`));
  return place === '' ? inside : [place, ...inside];
}

const character = fc
  .integer({ min: 1, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
const text = (least: number, most: number) =>
  fc.string({ unit: character, minLength: least, maxLength: most });
const oddText = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  '\udfff\ud800',
  '﷽'.repeat(200),
  '__proto__',
  'constructor',
  'NOK',
  'null',
  '0.00',
  '1e5',
  '-1.00',
  '9'.repeat(40),
  '2031-02-30',
  '31.12.2031',
  "'; drop table payments; --",
  '<script>',
  '%00',
  '\u202e',
  'x'.repeat(5_000),
);
const odd = fc.oneof(
  oddText,
  fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
  fc.constantFrom(null, true, false, 0, -0, 1.5, 1e308, -1, [], {}, [[]], [null], { toString: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const broken = (product: Product) => {
  const places = [
    ...placesOf(product.example),
    'unknown',
    'debtorAccount.unknown',
    'creditorAddress',
    'purposeCode',
    'remittanceInformationStructured',
    'requestedExecutionDate',
    'monthsOfExecution',
    '__proto__',
  ];
  const change = fc.record({
    place: fc.constantFrom(...places),
    value: fc.oneof({ weight: 4, arbitrary: odd }, { weight: 1, arbitrary: fc.constant(undefined) }),
  });
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .array(change, { minLength: 1, maxLength: 3 })
        .map((changes) => changes.reduce<Body>(changed, product.example as Body)),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 5 }) },
  );
};

/** A change whose path an earlier one has removed does nothing. */
function changed(body: Body, { place, value }: { place: string; value: unknown }): Body {
  try {
    return withValue(body, place, value);
  } catch {
    return body;
  }
}

const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const amount = fc.oneof(
  fc.bigInt(1n, 10n ** 18n - 1n).map((minor) => {
    const padded = minor.toString().padStart(3, '0');
    return { amount: `${padded.slice(0, -2)}.${padded.slice(-2)}`, currency: 'NOK' };
  }),
  fc.bigInt(1n, 10n ** 18n - 1n).map((minor) => ({ amount: minor.toString(), currency: 'JPY' })),
);

const valid = (product: Product) => {
  const entry = product.code === 'BULK_NDCT' ? 'payments[1].' : '';
  const value: Record<string, fc.Arbitrary<unknown>> = {
    [`${entry}creditorName`]: text(1, 35),
    [`${entry}ultimateDebtor`]: fc.option(text(0, 35), { nil: undefined }),
    [`${entry}creditorAddress`]: fc.record({
      street: text(0, 35),
      buildingNumber: text(0, 20),
      country: fc.constantFrom('NO', 'SE', 'AX'),
    }),
    [`${entry}purposeCode`]: fc.constantFrom('INVS', 'SALA', 'OTHR', null),
    [`${entry}remittanceInformationUnstructured`]: fc.option(text(1, 70), { nil: null }),
    ...(product.code === 'SCT' ? {} : { [`${entry}instructedAmount`]: amount }),
    ...(product.code === 'SCT'
      ? {}
      : { [`${entry}creditorAccount`]: digits(1, 30).map((bban) => ({ bban, currency: 'NOK' })) }),
    ...(product.code === 'PERIODIC_NDCT'
      ? {
          dayOfExecution: fc.integer({ min: 1, max: 31 }).map(String),
          // Later than every first execution: a plan without any is refused.
          endDate: fc.constantFrom(null, '2030-02-28', '2099-12-31'),
        }
      : {}),
    somethingElse: fc.jsonValue({ maxDepth: 2 }),
  };
  return fc
    .record(value)
    .map((fields) =>
      Object.entries(fields).reduce<Body>(
        (body, [place, one]) => withValue(body, place, one),
        product.example as Body,
      ),
    );
};

async function sendAll(product: Product, bodies: readonly unknown[]): Promise<readonly number[]> {
  const before = await bank.count('payments');
  const answers = await Promise.all(bodies.map((body) => create(tpp, product, body)));
  const statuses = answers.map(({ status }) => status);
  for (const [index, { status, json, text: shown }] of answers.entries()) {
    expect([201, 400], `${shown.slice(0, 300)} to ${JSON.stringify(bodies[index])}`).toContain(status);
    if (status === 400)
      for (const message of json.tppMessages)
        expect(message).toMatchObject({ category: 'ERROR', path: expect.any(String) });
  }
  expect((await bank.count('payments')) - before).toBe(statuses.filter((status) => status === 201).length);
  return statuses;
}

describe.each(products.map((product) => [product.code, product] as const))('%s', (_, product) => {
  const bodies = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.array(arbitrary, { minLength: batch, maxLength: batch });
  const parameters = (share: number) => ({
    numRuns: runsOf(share),
    seed,
    // Only a replay shrinks a failure; a normal run reports it at once.
    endOnFailure: process.env.PROPERTY_SEED === undefined,
  });

  it('201: any payment within the rules', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(bodies(valid(product)), async (all) => {
        expect(new Set(await sendAll(product, all))).toEqual(new Set([201]));
      }),
      parameters(1 / 4),
    );
  });

  it('201 or 400: any other payment', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(bodies(broken(product)), async (all) => void (await sendAll(product, all))),
      parameters(3 / 4),
    );
  });
});
