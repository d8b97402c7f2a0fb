import { sandboxBounds } from '../../../src/domain/sandbox/bounds.ts';
import { defaultCustomers } from '../../../src/domain/sandbox/default-set.ts';
import { certificatesAnHour } from '../../../src/operations/sandbox/create-sandbox-certificate.ts';
import { accountBody, cardAccountBody, cardItem, freshNumber } from '../../sandbox/support/bodies.ts';
import type { Bank, Tpp } from '../../support/bank.ts';
import { bearer, newConsoleToken, sendUnsigned } from '../../support/graphql.ts';
import { behind } from '../../support/interleave.ts';
import { type Case, type Cases, query, send } from './cases.ts';

const base = '/v1/sandbox';
const [person, , company] = defaultCustomers.map(({ customerNumber }) => customerNumber) as [
  string,
  string,
  string,
];
const backwards = 'fromDate=2026-02-02&toDate=2026-02-01';

const idOf = async (tpp: Tpp, what: 'accounts' | 'card-accounts'): Promise<string> =>
  (await tpp.rest('GET', `${base}/${what}`)).json[0].resourceId;

const account = (id: string, what = '') => `${base}/accounts/${id}${what}`;
const card = (id: string, what = '') => `${base}/card-accounts/${id}${what}`;
const engagement = (customer: string, bban: string) => ({ customer, account: { bban }, roles: ['VIEW'] });
const balances = (currency: string) => ({ balances: [{ balanceAmount: { amount: '1.00', currency } }] });
const oneMore = 'createSandboxCertificate(input: { name: "One more" }) { tppMessages { code } }';

/** The case fills it by SQL. */
async function fullSandbox(bank: Bank, name: string): Promise<Tpp> {
  const tpp = bank.tpp(`PSDNO-FSA-${name}`);
  await tpp.rest('GET', `${base}/customers`);
  return tpp;
}

const byToken =
  (document: string): Case =>
  async ({ bank, tpp }) =>
    sendUnsigned(bank, document, bearer(await newConsoleToken(tpp)));

export const sandboxCases: Cases = {
  createSandboxCustomer: {
    CONFLICT: send('POST', `${base}/customers`, { customerNumber: person, name: 'Ola', type: 'PRIVATE' }),
  },
  getSandboxCustomer: { RESOURCE_UNKNOWN: send('GET', `${base}/customers/none`) },
  deleteSandboxCustomer: { RESOURCE_UNKNOWN: send('DELETE', `${base}/customers/none`) },

  createSandboxAccount: {
    RESOURCE_UNKNOWN: send('POST', `${base}/accounts`, accountBody(freshNumber())),
    async CONFLICT({ tpp }) {
      const body = accountBody(person);
      await tpp.rest('POST', `${base}/accounts`, { body });
      return tpp.rest('POST', `${base}/accounts`, { body });
    },
  },
  getSandboxAccount: { RESOURCE_UNKNOWN: send('GET', account('none')) },
  deleteSandboxAccount: { RESOURCE_UNKNOWN: send('DELETE', account('none')) },
  getSandboxAccountTransactions: {
    FORMAT_ERROR: send('GET', account('none', `/transactions?${backwards}`)),
    RESOURCE_UNKNOWN: send('GET', account('none', '/transactions')),
  },
  setSandboxBalances: {
    RESOURCE_UNKNOWN: send('PUT', account('none', '/balances'), balances('NOK')),
    FORMAT_ERROR: async ({ tpp }) =>
      tpp.rest('PUT', account(await idOf(tpp, 'accounts'), '/balances'), { body: balances('SEK') }),
  },

  createSandboxAgreement: {
    RESOURCE_UNKNOWN: send('POST', `${base}/agreements`, { owner: 'none', name: 'Pay' }),
    FORMAT_ERROR: send('POST', `${base}/agreements`, { owner: person, name: 'Pay' }),
    async CONFLICT({ bank }) {
      const tpp = await fullSandbox(bank, 'AGREEMENTS');
      await bank.sql`insert into sandbox_agreements (agreement_id, tpp_id, owner_id, name, created_at)
        select 'more' || n, tpp_id, customer_id, 'More', now() from sandbox_customers,
          generate_series(1, ${sandboxBounds.agreementsOfOwner.atMost}::int) n
        where tpp_id = 'PSDNO-FSA-AGREEMENTS' and customer_number = ${company}`;
      return tpp.rest('POST', `${base}/agreements`, { body: { owner: company, name: 'Pay' } });
    },
  },
  createSandboxEngagement: {
    RESOURCE_UNKNOWN: send('POST', `${base}/agreements/none/engagements`, engagement(person, '95362141002')),
    async FORMAT_ERROR({ tpp }) {
      const body = { owner: company, name: 'Pay' };
      const { id } = (await tpp.rest('POST', `${base}/agreements`, { body })).json;
      const path = `${base}/agreements/${id}/engagements`;
      return tpp.rest('POST', path, { body: engagement(person, '95360573002') });
    },
    async CONFLICT({ bank }) {
      const tpp = await fullSandbox(bank, 'ENGAGEMENTS');
      await bank.sql`insert into sandbox_engagements
          (engagement_id, tpp_id, agreement_id, customer_id, account_id, roles, created_at)
        select engagement_id || n, tpp_id, agreement_id, customer_id, account_id, roles, created_at
        from sandbox_engagements, generate_series(1, ${sandboxBounds.engagements.atMost}::int) n
        where engagement_id = (select min(engagement_id) from sandbox_engagements where tpp_id = 'PSDNO-FSA-ENGAGEMENTS')`;
      const [{ id }] = (await tpp.rest('GET', `${base}/agreements`)).json;
      const path = `${base}/agreements/${id}/engagements`;
      return tpp.rest('POST', path, { body: engagement(person, '95362141002') });
    },
  },
  getSandboxEngagement: { RESOURCE_UNKNOWN: send('GET', `${base}/agreements/none/engagements/none`) },
  deleteSandboxEngagement: { RESOURCE_UNKNOWN: send('DELETE', `${base}/agreements/none/engagements/none`) },

  createSandboxCardAccount: {
    RESOURCE_UNKNOWN: send('POST', `${base}/card-accounts`, cardAccountBody(freshNumber())),
    async CONFLICT({ bank }) {
      const tpp = await fullSandbox(bank, 'CARDS');
      await bank.sql`insert into sandbox_card_accounts
          (resource_id, tpp_id, customer_id, masked_pan, currency, balances, created_at)
        select 'more' || n, tpp_id, customer_id, ${cardAccountBody(person).maskedPan}, 'NOK', '[]', now()
        from sandbox_customers, generate_series(1, ${sandboxBounds.cardAccountsWithPan.atMost}::int) n
        where tpp_id = 'PSDNO-FSA-CARDS' and customer_number = ${person}`;
      return tpp.rest('POST', `${base}/card-accounts`, { body: cardAccountBody(person) });
    },
  },
  getSandboxCardAccount: { RESOURCE_UNKNOWN: send('GET', card('none')) },
  deleteSandboxCardAccount: { RESOURCE_UNKNOWN: send('DELETE', card('none')) },
  createSandboxCardTransactions: {
    FORMAT_ERROR: send('POST', card('none', '/transactions'), [cardItem('1', '2999-01-01')]),
    RESOURCE_UNKNOWN: send('POST', card('none', '/transactions'), [cardItem('1')]),
    async CONFLICT({ tpp }) {
      const path = card(await idOf(tpp, 'card-accounts'), '/transactions');
      await tpp.rest('POST', path, { body: [cardItem('1')] });
      return tpp.rest('POST', path, { body: [cardItem('1')] });
    },
  },
  getSandboxCardTransactions: {
    FORMAT_ERROR: send('GET', card('none', `/transactions?bookingStatus=both&${backwards}`)),
    RESOURCE_UNKNOWN: send('GET', card('none', '/transactions?bookingStatus=both')),
  },

  advanceSandboxClock: {
    FORMAT_ERROR: query('mutation { advanceSandboxClock(input: { by: "-P1D" }) { tppMessages { code } } }'),
  },
  setSandboxFaults: {
    FORMAT_ERROR: query('mutation { setSandboxFaults(input: { fault: "rain" }) { tppMessages { code } } }'),
  },
  runPaymentBatch: {
    // No batch run is left before the end of its clock.
    async FORMAT_ERROR({ bank }) {
      const tpp = bank.tpp('PSDNO-FSA-LATE');
      await tpp.graphqlRaw('{ viewer { tppId } }');
      const offset = Date.parse('2999-12-31T23:30:00Z') - bank.time.now;
      await bank.sql`update tpps set clock_offset_ms = ${offset} where tpp_id = 'PSDNO-FSA-LATE'`;
      return tpp.graphqlRaw('mutation { runPaymentBatch { tppMessages { code } } }');
    },
  },

  initialiseSandbox: {
    // A concurrent request creates a customer of the default set, which was deleted before.
    async CONFLICT({ bank }) {
      const tpp = bank.tpp('PSDNO-FSA-RACE');
      const { json } = await tpp.rest('GET', `${base}/customers`);
      const { customerId } = json.find((one: { customerNumber: string }) => one.customerNumber === person);
      await tpp.rest('DELETE', `${base}/customers/${customerId}`);
      return behind(
        bank,
        (
          tx,
        ) => tx`insert into sandbox_customers (customer_id, tpp_id, customer_number, customer_type, customer_name, created_at)
          values ('race', 'PSDNO-FSA-RACE', ${person}, 'PRIVATE', 'Ola', now())`,
        () => tpp.rest('POST', `${base}/initialize`),
      );
    },
  },
  createSandboxCertificate: {
    FORBIDDEN: query(`mutation { ${oneMore} }`),
    async ACCESS_EXCEEDED({ bounded }) {
      const tpp = bounded.tpp('PSDNO-FSA-ISSUED');
      const makeSome = (count: number) =>
        tpp.graphqlRaw(
          `mutation { ${Array.from({ length: count }, (_, at) => `m${at}: ${oneMore}`).join(' ')} }`,
        );
      await makeSome(certificatesAnHour.ofFamily / 2);
      return makeSome(certificatesAnHour.ofFamily / 2 + 1);
    },
  },
  createConsoleToken: { FORBIDDEN: byToken('mutation { createConsoleToken { tppMessages { code } } }') },
  createConsoleLink: { FORBIDDEN: byToken('mutation { createConsoleLink { url tppMessages { code } } }') },
  signOut: { FORBIDDEN: query('mutation { signOut { tppMessages { code } } }') },
};
