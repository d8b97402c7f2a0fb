import { describe, expect, it } from 'vitest';
import { products } from '../../src/domain/payments/products/list.ts';
import type { Answer } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { type Body, faultsOf, freshPsu, pathOf, productOf, withValue } from '../support/payments.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

const duplicate = [409, ['CONFLICT allowLogicalDuplicate']];
const outcome = ({ status, json }: Answer) => [status, faultsOf(json.tppMessages)];
const iso = (ms: number) => new Date(ms).toLocaleDateString('sv-SE', { timeZone: 'Europe/Oslo' });

describe.each(products.map((product) => [product.code, product] as const))('%s', (_, product) => {
  const path = pathOf(product);

  it('409: the same payment twice; the id of the refused request stays free', async () => {
    const headers = freshPsu();
    expect((await tpp.rest('POST', path, { body: product.example, headers })).status).toBe(201);
    const before = await bank.count('payments');
    const again = await tpp.rest('POST', path, { body: product.example, headers });
    expect(outcome(again)).toEqual(duplicate);
    const [{ text }] = again.json.tppMessages;
    const offers = text.includes('set allowLogicalDuplicate to true');
    expect(offers, text).toBe(product.duplicates === 'ALLOWED_ON_REQUEST');
    expect(await bank.count('payments')).toBe(before);
  });

  if (product.duplicates === 'ALLOWED_ON_REQUEST') {
    it('201: with allowLogicalDuplicate=true; 409 with false', async () => {
      const headers = freshPsu();
      const sent = [];
      for (const query of [
        '',
        '?allowLogicalDuplicate=true',
        '?allowLogicalDuplicate=false',
        '?allowLogicalDuplicate=true',
      ]) {
        sent.push((await tpp.rest('POST', `${path}${query}`, { body: product.example, headers })).status);
      }
      expect(sent).toEqual([201, 201, 409, 201]);
    });
    it('400: allowLogicalDuplicate is true or false, once', async () => {
      for (const query of [
        'allowLogicalDuplicate=yes',
        'allowLogicalDuplicate=',
        'allowLogicalDuplicate=true&allowLogicalDuplicate=true',
      ]) {
        const answer = await tpp.rest('POST', `${path}?${query}`, {
          body: product.example,
          headers: freshPsu(),
        });
        expect(outcome(answer), query).toEqual([400, ['FORMAT_ERROR allowLogicalDuplicate']]);
      }
    });
  } else {
    it('201 with a warning: allowLogicalDuplicate is not a parameter here, and allows nothing', async () => {
      const headers = freshPsu();
      const first = await tpp.rest('POST', `${path}?allowLogicalDuplicate=true`, {
        body: product.example,
        headers,
      });
      expect(first.json.tppMessages).toMatchObject([{ category: 'WARNING', path: 'allowLogicalDuplicate' }]);
      expect(
        (await tpp.rest('POST', `${path}?allowLogicalDuplicate=true`, { body: product.example, headers }))
          .status,
      ).toBe(409);
    });
  }

  const entry = product.code === 'BULK_NDCT' ? 'payments[0].' : '';
  const other = product.code === 'SCT' ? 'iban' : 'bban';
  const differing: readonly (readonly [string, string, unknown])[] = [
    ['debtor', `debtorAccount.${other}`, other === 'iban' ? 'DE89370400440532013000' : '12345678903'],
    [
      'creditor',
      `${entry}creditorAccount.${product.code.endsWith('CBCT') ? 'iban' : other}`,
      other === 'bban' && !product.code.endsWith('CBCT') ? '12345678903' : 'GB29NWBK60161331926819',
    ],
    ['amount', `${entry}instructedAmount.amount`, '1.01'],
    ...(product.code === 'SCT' ? [] : ([['currency', `${entry}instructedAmount.currency`, 'DKK']] as const)),
    ['remittance', `${entry}remittanceInformationUnstructured`, 'something else'],
    ...(product.code === 'INDCTS'
      ? []
      : ([
          ['date', product.code === 'PERIODIC_NDCT' ? 'startDate' : 'requestedExecutionDate', '2031-03-03'],
        ] as const)),
  ];
  it.each(differing)('201: another %s', async (_name, place, value) => {
    const headers = freshPsu();
    const sent = [
      product.example,
      withValue(product.example, place, value),
      withValue(product.example, place, value),
    ];
    const statuses = [];
    for (const body of sent) statuses.push((await tpp.rest('POST', path, { body, headers })).status);
    expect(statuses).toEqual([201, 201, 409]);
  });
});

describe('the comparison of payments', () => {
  const product = productOf('NDCT');
  const path = pathOf(product);
  const post = (headers: Record<string, string>, body: unknown = product.example, one = tpp) =>
    one.rest('POST', path, { body, headers });

  it('201: another PSU, another TPP', async () => {
    const headers = freshPsu();
    expect((await post(headers)).status).toBe(201);
    expect((await post(freshPsu())).status).toBe(201);
    expect((await post(headers, product.example, bank.tpp('PSDNO-FSA-TWO'))).status).toBe(201);
  });

  const same: Body = { ...product.example, creditorAddress: { country: 'NO' } };
  const singles = ['NDCT', 'INDCTS', 'NCBCT', 'CBCT'].flatMap((first, _, all) =>
    all.filter((second) => second !== first).map((second) => [first, second] as const),
  );
  it.each(singles)('409: the same amount sent as %s and then as %s', async (first, second) => {
    const headers = freshPsu();
    const send = (code: string, query = '') =>
      tpp.rest('POST', `${pathOf(productOf(code))}${query}`, { body: same, headers });
    expect((await send(first)).status).toBe(201);
    expect(outcome(await send(second))).toEqual(duplicate);
    expect((await send(second, '?allowLogicalDuplicate=true')).status).toBe(201);
  });

  it('409: the same euro sent by SEPA and then over the border', async () => {
    const headers = freshPsu();
    const [sepa, abroad] = [productOf('SCT'), productOf('CBCT')];
    const body = { ...sepa.example, creditorAddress: { country: 'DE' } };
    expect((await tpp.rest('POST', pathOf(sepa), { body, headers })).status).toBe(201);
    expect(outcome(await tpp.rest('POST', pathOf(abroad), { body, headers }))).toEqual(duplicate);
  });

  it('201: a bulk payment of one entry and a standing order are no duplicates of a single payment, nor of each other', async () => {
    const headers = freshPsu();
    const { debtorAccount, ...entry } = same;
    const bodies: readonly (readonly [string, Body])[] = [
      ['NDCT', { ...same, requestedExecutionDate: '2031-05-02' }],
      ['BULK_NDCT', { debtorAccount, requestedExecutionDate: '2031-05-02', payments: [entry] }],
      ['PERIODIC_NDCT', { ...same, startDate: '2031-05-02', frequency: 'Monthly' }],
    ];
    const statuses = [];
    for (const [code, body] of bodies)
      statuses.push((await tpp.rest('POST', pathOf(productOf(code)), { body, headers })).status);
    expect(statuses).toEqual([201, 201, 201]);
  });

  it('409: the same payment spelt differently: today as a date, a PSU-ID in capitals, another case of the account, other names', async () => {
    const headers = freshPsu();
    expect((await post(headers)).status).toBe(201);
    const spelt: [Record<string, string>, Body][] = [
      [headers, { ...product.example, requestedExecutionDate: iso(bank.time.now) }],
      [{ ...headers, 'psu-id': headers['psu-id']?.toUpperCase() ?? '' }, product.example],
      [{ ...headers, 'tpp-session-id': 'another' }, product.example],
      [
        headers,
        {
          ...product.example,
          creditorName: 'Somebody Else',
          ultimateDebtor: 'X',
          endToEndIdentification: 'E9',
        },
      ],
      [headers, { ...product.example, unknown: 1, purposeCode: null }],
    ];
    for (const [sent, body] of spelt)
      expect(outcome(await post(sent, body)), JSON.stringify(body)).toEqual(duplicate);
  });

  it('409: the same account by IBAN and by BBAN', async () => {
    const abroad = productOf('CBCT');
    const headers = freshPsu();
    const by = (debtorAccount: Body) =>
      tpp.rest('POST', pathOf(abroad), { headers, body: { ...abroad.example, debtorAccount } });
    expect((await by({ bban: '95360573002', currency: 'NOK' })).status).toBe(201);
    expect(outcome(await by({ iban: 'NO09 9536 0573 002', currency: 'NOK' }))).toEqual(duplicate);
  });

  it('201 after exactly 24 hours, 409 a millisecond before', async () => {
    const body = { ...product.example, requestedExecutionDate: '2031-04-01' };
    const headers = freshPsu();
    const then = bank.time.now;
    expect((await post(headers, body)).status).toBe(201);
    bank.time.now = then + 24 * 3_600_000 - 1;
    const within = await post(headers, body);
    bank.time.now += 1;
    const beyond = await post(headers, body);
    bank.time.now = then;
    expect([outcome(within), beyond.status]).toEqual([duplicate, 201]);
  });

  it.each(['RJCT', 'CANC'])('201: a payment that is %s does not count', async (status) => {
    const headers = freshPsu();
    const made = await post(headers);
    if (status === 'CANC') expect((await tpp.rest('DELETE', made.json._links.self.href)).status).toBe(204);
    else await bank.sql`update payments set status = ${status} where payment_id = ${made.json.paymentId}`;
    expect((await post(headers)).status).toBe(201);
    expect((await post(headers)).status).toBe(409);
  });

  it.each(['PDNG', 'ACSC', 'ACCP', 'PART'])('409: a payment that is %s counts', async (status) => {
    const headers = freshPsu();
    const made = await post(headers);
    await bank.sql`update payments set status = ${status} where payment_id = ${made.json.paymentId}`;
    expect((await post(headers)).status).toBe(409);
  });
});

describe('bulk payments', () => {
  const product = productOf('BULK_NDCT');
  const path = pathOf(product);
  const [first, second] = product.example.payments as [Body, Body];
  it.each<[string, number, Body]>([
    [
      'the same list under another paymentInformationId',
      409,
      { ...product.example, paymentInformationId: 'OTHER' },
    ],
    [
      'the same list, other references',
      409,
      { ...product.example, payments: [first, { ...second, endToEndIdentification: 'X' }] },
    ],
    ['the list the other way round', 201, { ...product.example, payments: [second, first] }],
    ['a shorter list', 201, { ...product.example, payments: [first] }],
    ['a longer list', 201, { ...product.example, payments: [first, second, second] }],
  ])('%s: %i', async (_, status, body) => {
    const headers = freshPsu();
    expect((await tpp.rest('POST', path, { body: product.example, headers })).status).toBe(201);
    expect((await tpp.rest('POST', path, { body, headers })).status).toBe(status);
  });
});

describe('at once', () => {
  it('one of 50 equal payments with their own ids is created, at two replicas', async () => {
    const replica = bank.replica();
    try {
      const product = productOf('SCT');
      const there = replica.tpp();
      const headers = freshPsu();
      const before = await bank.count('payments');
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 ? tpp : there).rest('POST', pathOf(product), { body: product.example, headers }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(
        statuses,
        answers
          .map(({ text }) => text)
          .join('\n')
          .slice(0, 500),
      ).toEqual([201, ...Array(49).fill(409)]);
      expect((await bank.count('payments')) - before).toBe(1);
    } finally {
      await replica.stop();
    }
  });

  it('all of 20 equal payments with allowLogicalDuplicate=true are created, at two replicas', async () => {
    const replica = bank.replica();
    try {
      const product = productOf('NDCT');
      const there = replica.tpp();
      const headers = freshPsu();
      const path = `${pathOf(product)}?allowLogicalDuplicate=true`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? tpp : there).rest('POST', path, { body: product.example, headers }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      const refused = await tpp.rest('POST', pathOf(product), { body: product.example, headers });
      expect(outcome(refused)).toEqual(duplicate);
    } finally {
      await replica.stop();
    }
  });

  it('one of 20 payments of the same money by two products is created, at two replicas', async () => {
    const replica = bank.replica();
    try {
      const there = replica.tpp();
      const headers = freshPsu();
      const body = { ...productOf('NDCT').example, creditorAddress: { country: 'NO' } };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? tpp : there).rest('POST', pathOf(productOf(index % 4 < 2 ? 'NDCT' : 'INDCTS')), {
            body,
            headers,
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    } finally {
      await replica.stop();
    }
  });
});
