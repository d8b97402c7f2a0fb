import { describe, expect, it } from 'vitest';
import { psuHeaders, type Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { create, productOf } from '../support/payments.ts';
import { basketsPath, domesticPath, newBasket, newPayment } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

describe('a PSU-Corporate-ID that nobody in the sandbox has', () => {
  const product = productOf('INDCTS');
  const nobody = { 'psu-context': 'CORPORATE', 'psu-corporate-id': 'zz' };
  const warning = (field: string) => [{ category: 'WARNING', code: 'FORMAT_ERROR', path: field }];

  it('draws a WARNING at a creation; a company and an agreement of this TPP draw none', async () => {
    const agreementsOf = async (one: Tpp) => (await one.rest('GET', '/v1/sandbox/agreements')).json;
    const idOf = async (one: Tpp) =>
      (await agreementsOf(one)).find((agreement: { owner: string }) => agreement.owner === '18129215603').id;
    const warnings = async (corporateId: string, psuContext = 'CORPORATE') => {
      const headers = { 'psu-context': psuContext, 'psu-corporate-id': corporateId };
      const made = await create(tpp, product, product.example, { headers });
      expect(made.status, made.text).toBe(201);
      return made.json.tppMessages;
    };
    expect(await warnings(await idOf(tpp))).toBeUndefined();
    const unknown = [{ path: 'PSU-Corporate-ID', code: 'FORMAT_ERROR', category: 'WARNING' }];
    expect(await warnings('nonsense')).toMatchObject(unknown);
    expect(await warnings('13039319955', 'PRIVATE')).toMatchObject(unknown);
    expect(await warnings(await idOf(bank.tpp('PSDNO-FSA-OTHER')))).toMatchObject(unknown);
  });

  it('draws a WARNING at a new basket and at each start of an authorisation; a company draws none', async () => {
    for (const [id, expected] of [
      ['zz', warning('PSU-Corporate-ID')],
      ['18129215603', undefined],
    ] as const) {
      const headers = { ...psuHeaders, ...nobody, 'psu-corporate-id': id };
      const paymentId = await newPayment(tpp);
      const alone = await tpp.rest('POST', `${domesticPath}/${paymentId}/authorisations`, { headers });
      const basket = await tpp.rest('POST', basketsPath, { headers, body: { paymentIds: [paymentId] } });
      const whole = await tpp.rest('POST', `${basketsPath}/${basket.json.basketId}/authorisations`, {
        headers,
      });
      const answers = [alone, basket, whole];
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      for (const { json } of answers)
        if (expected === undefined) expect(json.tppMessages).toBeUndefined();
        else expect(json.tppMessages).toMatchObject(expected);
    }
  });

  it('comes after the warnings of the request at a start', async () => {
    const [one, other] = [await newPayment(tpp), await newPayment(tpp)];
    const basketId = await newBasket(tpp, [other]);
    const headers = { ...psuHeaders, ...nobody, 'x-accept-fix': 'something-new' };
    for (const path of [`${domesticPath}/${one}`, `${basketsPath}/${basketId}`]) {
      const { json } = await tpp.rest('POST', `${path}/authorisations?foo=1`, { headers });
      const paths = json.tppMessages.map((message: { path: string }) => message.path);
      expect(paths).toEqual(['x-accept-fix', 'foo', 'PSU-Corporate-ID']);
    }
    const full = { 'x-accept-fix': Array.from({ length: 150 }, (_, index) => `v${index}`).join(',') };
    const answer = await tpp.rest('POST', `${domesticPath}/${one}/authorisations`, {
      headers: { ...psuHeaders, ...nobody, ...full },
    });
    expect(answer.json.tppMessages).toHaveLength(100);
    expect(answer.json.tppMessages.at(-1).text).toContain('there are 150 warnings');
  });

  it('draws the WARNING by GraphQL too, at the field that names it', async () => {
    const messages = 'tppMessages { category code path }';
    const psu = {
      psuId: psuHeaders['psu-id'],
      sessionId: 's',
      redirectUri: psuHeaders['tpp-redirect-uri'],
      ipAddress: '192.0.2.7',
    };
    const input = { psu: { ...psu, context: 'CORPORATE', corporateId: 'zz' } };
    const paymentId = await newPayment(tpp);
    const run = (name: string, target: object, fields = '') =>
      mutate(tpp, name, { ...input, ...target }, `${fields} ${messages}`);
    const alone = await run('startAuthorisation', { paymentId });
    const basket = await run(
      'createSigningBasket',
      { paymentIds: [paymentId] },
      'signingBasket { basketId }',
    );
    const { basketId } = basket.signingBasket;
    const whole = await run('startAuthorisation', { basketId });
    for (const { tppMessages } of [alone, basket, whole])
      expect(tppMessages).toEqual(warning('psu.corporateId'));
  });
});
