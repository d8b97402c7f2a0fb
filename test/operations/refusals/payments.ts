import { randomUUID } from 'node:crypto';
import { bulkDomestic } from '../../../src/domain/payments/products/bulk-domestic.ts';
import { norwegianCrossBorder } from '../../../src/domain/payments/products/cross-border.ts';
import { defaultCreditor, defaultCustomers } from '../../../src/domain/sandbox/default-set.ts';
import { type Answer, psuHeaders, type Tpp } from '../../support/bank.ts';
import {
  authorise,
  basketsPath,
  complete,
  domesticPath,
  moveClock,
  newBasket,
  newPayment,
  startAuthorisation,
} from '../../support/story.ts';
import { type Cases, pay, query, type Situation, send } from './cases.ts';

const ofPayment = (paymentId: string, what = '') => `${domesticPath}/${paymentId}${what}`;
const ofBasket = (basketId: string, what = '') => `${basketsPath}/${basketId}${what}`;

const basketOf = (tpp: Tpp, ...paymentIds: readonly string[]): Promise<Answer> =>
  tpp.rest('POST', basketsPath, { body: { paymentIds }, headers: psuHeaders });
const basketOfOne = async (tpp: Tpp): Promise<string> => newBasket(tpp, [await newPayment(tpp)]);

async function approvedPayment(tpp: Tpp): Promise<string> {
  const paymentId = await newPayment(tpp);
  await authorise(tpp, ofPayment(paymentId, '/authorisations'));
  return paymentId;
}
async function cancelledPayment(tpp: Tpp): Promise<string> {
  const paymentId = await newPayment(tpp);
  await tpp.rest('DELETE', ofPayment(paymentId));
  return paymentId;
}
async function approvedBasket(tpp: Tpp): Promise<string> {
  const basketId = await basketOfOne(tpp);
  await authorise(tpp, ofBasket(basketId, '/authorisations'));
  return basketId;
}
async function started(tpp: Tpp, headers: Record<string, string> = {}): Promise<string> {
  const paymentId = await newPayment(tpp, {}, headers);
  return startAuthorisation(tpp, ofPayment(paymentId, '/authorisations'));
}

const [person, , company] = defaultCustomers.map(({ customerNumber }) => customerNumber) as [
  string,
  string,
  string,
];

const toKidCreditor = (reference?: string) => ({
  creditorAccount: { bban: defaultCreditor.bban, currency: 'NOK' },
  remittanceInformationUnstructured: undefined,
  ...(reference === undefined ? {} : { remittanceInformationStructured: { reference } }),
});

/** Headers of a PSU with a session, which an approval needs. */
async function knownPsu(tpp: Tpp, corporate: Record<string, string> = {}, customerNumber?: string) {
  const psu = { 'psu-id': randomUUID() };
  const paymentId = await newPayment(tpp, {}, { ...psu, ...corporate });
  await authorise(tpp, ofPayment(paymentId, '/authorisations'), 'APPROVE', customerNumber);
  return { ...psu, 'psu-context': null };
}

const corporatePsu = (tpp: Tpp) =>
  knownPsu(tpp, { 'psu-context': 'CORPORATE', 'psu-corporate-id': 'any' }, company);

/** A session of 181 days, by the clock of its own TPP. */
async function withOldSession({ bank }: Situation): Promise<Answer> {
  const tpp = bank.tpp('PSDNO-FSA-SESSION');
  const psu = await knownPsu(tpp);
  await moveClock(tpp, { by: 'P181D' });
  return pay({ tpp }, {}, psu);
}

export const paymentCases: Cases = {
  createPayment: {
    SCA_REQUIRED: (on) => pay(on, {}, { 'psu-id': randomUUID(), 'psu-context': null }),
    SCA_EXPIRED: withOldSession,
    // The session belongs to a company, and the request names no agreement.
    HTTP_HEADER_REQUIRED: async ({ tpp }) => pay({ tpp }, {}, await corporatePsu(tpp)),
    // Each number belongs to a different account.
    async FORMAT_ERROR({ tpp }) {
      const [one, other] = ['DE89370400440532013000', 'GB29NWBK60161331926819'];
      const account = { customerNumber: person, accountName: 'Abroad', currency: 'NOK', iban: one };
      await tpp.rest('POST', '/v1/sandbox/accounts', { body: { ...account, bban: '1234' } });
      const { example, name } = norwegianCrossBorder;
      const body = { ...example, creditorAccount: { bban: '1234', iban: other, currency: 'NOK' } };
      return tpp.rest('POST', `/v1/payments/${name}`, { body, headers: psuHeaders });
    },
    EXECUTION_DATE_INVALID: (on) => pay(on, { requestedExecutionDate: '2020-01-02' }),
    KID_MISSING: (on) => pay(on, toKidCreditor()),
    KID_INVALID: (on) => pay(on, toKidCreditor('12345')),
    SYSTEM_ERROR: (on) => pay(on, { creditorName: 'Scenario System Error' }),
    UNAVAILABLE: (on) => pay(on, { creditorName: 'Scenario Unavailable' }),
    async CONFLICT(on) {
      await pay(on);
      return pay(on);
    },
  },
  getPayment: { RESOURCE_UNKNOWN: send('GET', ofPayment('none')) },
  getPaymentStatus: { RESOURCE_UNKNOWN: send('GET', ofPayment('none', '/status')) },
  cancelPayment: {
    RESOURCE_UNKNOWN: send('DELETE', ofPayment('none')),
    CONFLICT: async ({ tpp }) => tpp.rest('DELETE', ofPayment(await cancelledPayment(tpp))),
  },

  startAuthorisation: {
    RESOURCE_UNKNOWN: send('POST', ofPayment('none', '/authorisations')),
    CONFLICT: async ({ tpp }) => tpp.rest('POST', ofPayment(await cancelledPayment(tpp), '/authorisations')),
  },
  startCancellationAuthorisation: {
    RESOURCE_UNKNOWN: send('POST', ofPayment('none', '/cancellation-authorisations')),
    CONFLICT: async ({ tpp }) =>
      tpp.rest('POST', ofPayment(await newPayment(tpp), '/cancellation-authorisations')),
  },
  listAuthorisations: { RESOURCE_UNKNOWN: send('GET', ofPayment('none', '/authorisations')) },
  getAuthorisation: {
    RESOURCE_UNKNOWN: send('GET', ofPayment('none', '/authorisations/none')),
    SCA_NOT_FOUND: async ({ tpp }) =>
      tpp.rest('GET', ofPayment(await newPayment(tpp), '/authorisations/none')),
  },
  completeAuthorisation: {
    SCA_NOT_FOUND: ({ tpp }) => complete(tpp, 'none', 'APPROVE'),
    async CONFLICT({ tpp }) {
      const authorisationId = await started(tpp);
      await complete(tpp, authorisationId, 'REJECT');
      return complete(tpp, authorisationId, 'APPROVE');
    },
    RESOURCE_UNKNOWN: async ({ tpp }) => complete(tpp, await started(tpp), 'APPROVE', '1'),
    async SCA_INVALID({ tpp }) {
      return complete(tpp, await started(tpp, { 'x-psu-identity': person }), 'APPROVE', company);
    },
  },

  createSigningBasket: {
    async HTTP_HEADER_REQUIRED({ tpp }) {
      const headers = { ...psuHeaders, ...(await corporatePsu(tpp)) };
      return tpp.rest('POST', basketsPath, { body: { paymentIds: ['none'] }, headers });
    },
    RESOURCE_UNKNOWN: ({ tpp }) => basketOf(tpp, 'none'),
    async REFERENCE_MIX_INVALID({ tpp }) {
      const path = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
      const bulk = await tpp.rest('POST', path, { body: bulkDomestic.example, headers: psuHeaders });
      return basketOf(tpp, bulk.json.paymentId);
    },
    CONFLICT: async ({ tpp }) => basketOf(tpp, await approvedPayment(tpp)),
  },
  getSigningBasket: { RESOURCE_UNKNOWN: send('GET', ofBasket('none')) },
  getSigningBasketWithoutPayments: {
    RESOURCE_UNKNOWN: query('{ signingBasket(basketId: "none") { basketId } }'),
  },
  deleteSigningBasket: {
    RESOURCE_UNKNOWN: send('DELETE', ofBasket('none')),
    CONFLICT: async ({ tpp }) => tpp.rest('DELETE', ofBasket(await approvedBasket(tpp))),
  },
  startBasketAuthorisation: {
    RESOURCE_UNKNOWN: send('POST', ofBasket('none', '/authorisations')),
    CONFLICT: async ({ tpp }) => tpp.rest('POST', ofBasket(await approvedBasket(tpp), '/authorisations')),
  },
  listBasketAuthorisations: { RESOURCE_UNKNOWN: send('GET', ofBasket('none', '/authorisations')) },
  getBasketAuthorisation: {
    RESOURCE_UNKNOWN: send('GET', ofBasket('none', '/authorisations/none')),
    SCA_NOT_FOUND: async ({ tpp }) =>
      tpp.rest('GET', ofBasket(await basketOfOne(tpp), '/authorisations/none')),
  },
};
