/** docs/test-data.md played: who signs for which account, the KIDs, and the payment for a company. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../packages/toolkit/test/support/service.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { create, pathOf, productOf } from '../support/payments.ts';
import { shellWords } from '../support/shell-words.ts';
import { authorise } from '../support/story.ts';
import { blocks, textOf } from './markdown.ts';

const path = 'docs/test-data.md';
const domestic = productOf('NDCT');

let bank: Bank;
let tpp: Tpp;
let service: Service;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  await bank.stop();
});

/** The cells of a table under a heading, without Markdown's backquotes. */
const rowsUnder = (heading: string): readonly string[][] =>
  (textOf(path).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.slice(2, -2).replaceAll('`', '').split(' | '));

const customers = rowsUnder('Customers');
const companies = customers.filter(([, , type]) => type === 'corporate').map(([name]) => name);
const headersFor = (owner: string): Record<string, string> =>
  companies.includes(owner)
    ? { 'psu-context': 'CORPORATE', 'psu-corporate-id': numberOf.get(owner) ?? '' }
    : {};
const numberOf = new Map(customers.map(([name = '', number = '']) => [name, number]));

describe('accounts', () => {
  const owned = rowsUnder('Accounts').filter(([owner = '']) => numberOf.has(owner));

  it('name two accounts for each customer', () => expect(owned).toHaveLength(2 * customers.length));

  it.each(owned)(
    'the signer of %s approves a payment from %s %s; another customer does not',
    async (...row) => {
      const [owner = '', , bban, , balance = ''] = row;
      const body = { ...domestic.example, debtorAccount: { bban, currency: balance.slice(-3) } };
      const end = async (customerNumber: string) => {
        const { json, text } = await create(tpp, domestic, body, { headers: headersFor(owner) });
        await authorise(
          tpp,
          `${pathOf(domestic)}/${json.paymentId}/authorisations`,
          'APPROVE',
          customerNumber,
        );
        const { json: status } = await tpp.rest('GET', `${pathOf(domestic)}/${json.paymentId}/status`);
        return status.transactionStatus ?? text;
      };
      const signer = numberOf.get(owner) ?? '';
      const stranger = [...numberOf.values()].find((number) => number !== signer) ?? '';
      expect([await end(signer), await end(stranger)]).toEqual(['PDNG', 'RJCT']);
    },
  );
});

it.each(rowsUnder('KID'))('KID %s: %s', async (kid = '', result = '') => {
  const body = {
    ...domestic.example,
    creditorAccount: { bban: '95364151005', currency: 'NOK' },
    remittanceInformationUnstructured: undefined,
    ...(kid.startsWith('(') ? {} : { remittanceInformationStructured: { reference: kid } }),
  };
  const { status, json } = await create(tpp, domestic, body);
  expect([status, json.code].join(' ').trim()).toBe(result);
});

describe('a payment for a company', () => {
  const [owner, person] = ['Fjordfisk AS', 'Ola Nordmann'].map((name) => numberOf.get(name));
  const [payLine = '', agreementLine = ''] = blocks(path, 'sh');

  it('is approved by the company, and by a person once there is an agreement', async () => {
    const [first, second] = [await typed(payLine), await typed(payLine)];
    expect([first.tppMessages, second.tppMessages]).toEqual([undefined, undefined]);
    expect(await end(first.paymentId, owner)).toBe('ACSC');
    expect(await end(second.paymentId, person)).toBe('RJCT');
    expect((await typed(agreementLine)).id).toBeTypeOf('string');
    const third = await typed(payLine);
    expect(await end(third.paymentId, person)).toBe('ACSC');
  });

  /** Runs a line of the page by the toolkit, as a shell splits it. */
  async function typed(line: string) {
    const words = shellWords(line);
    const { json } = await service.run(...words.slice(words.indexOf('--') + 1), '--json');
    return json.body;
  }

  /** The demo TPP approves in the bank app, as the customer. */
  async function end(paymentId: string, customerNumber = '') {
    const self = `${pathOf(productOf('INDCTS'))}/${paymentId}`;
    const { json } = await service.run('send', 'POST', `${self}/authorisations`, '--json');
    const outcome = `outcome: APPROVE, customerNumber: "${customerNumber}"`;
    const input = `{ authorisationId: "${json.body.authorisationId}", ${outcome} }`;
    await service.run(
      'graphql',
      `mutation { completeAuthorisation(input: ${input}) { tppMessages { text } } }`,
    );
    return (await service.run('send', 'GET', `${self}/status`, '--json')).json.body.transactionStatus;
  }
});
