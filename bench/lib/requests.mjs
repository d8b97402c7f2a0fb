/** Bodies, and signed requests for one use each. */
import { randomUUID } from 'node:crypto';

export const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

/** Another number makes another payment. */
export function instantPayment(number) {
  return {
    instructedAmount: { amount: `${1 + (number % 900)}.${String(10 + (number % 89))}`, currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: '12340000372', currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    remittanceInformationUnstructured: `Invoice ${number}`,
  };
}

let made = 0;

/** Unique within the run. */
export function nextPayment() {
  made += 1;
  return instantPayment(made);
}

/** Headers of a creation, for a PSU with a session. */
export const creationHeaders = (psu) => ({
  'x-accept-fix': 'amount-as-string',
  'tpp-redirect-uri': 'http://localhost:8080/return?state=bench',
  'psu-ip-address': '127.0.0.1',
  ...psu,
});

/** Each maker takes the number of the request. Changes of a payment need a new number each time. */
export function requestsOf({ sign, identity, psu }) {
  const signed = (method, path, headers = {}, content = null) =>
    sign({ method, path, headers, body: content === null ? null : JSON.stringify(content) }, identity);
  const post = (path, content) => signed('POST', path, creationHeaders(psu), content);
  return {
    creation: () => () => post(instantPath, nextPayment()),
    /** Reads a payment or one of its subresources. */
    read:
      (paymentIds, below = '') =>
      (number) =>
        signed('GET', `${instantPath}/${paymentIds[number % paymentIds.length]}${below}`),
    cancellation: (paymentIds) => (number) => signed('DELETE', `${instantPath}/${paymentIds[number]}`),
    basket: (paymentIds) => (number) =>
      post('/v1/signing-baskets', { paymentIds: [0, 1].map((at) => paymentIds[2 * number + at]) }),
    authorisation: (paymentIds) => (number) => post(`${instantPath}/${paymentIds[number]}/authorisations`),
  };
}

export function graphqlRequests({
  path = '/graphql',
  headers = {},
  query,
  variables = () => ({}),
  requestIds = false,
}) {
  const all = { 'content-type': 'application/json', accept: 'application/json', ...headers };
  return (number) => ({
    method: 'POST',
    path,
    headers: requestIds ? { ...all, 'x-request-id': randomUUID() } : all,
    body: JSON.stringify({ query, variables: variables(number) }),
  });
}
