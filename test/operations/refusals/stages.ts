/**
 * Cases of the stages before and around every operation. A stage is one piece of code with the row as data, so that one
 * row proves it for all; openapi/reasons.ts says which rows go through it, and every test response is checked against
 * that.
 */
import { randomUUID } from 'node:crypto';
import { issueCertificate } from '../../../packages/toolkit/src/certificates.ts';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { freshNumber } from '../../sandbox/support/bodies.ts';
import { authority, psuHeaders, tppOf } from '../../support/bank.ts';
import { answerOf } from '../../support/graphql.ts';
import { sharedKey } from '../../support/keys.ts';
import { domesticPath } from '../../support/story.ts';
import { type Cases, pay, send, unlucky } from './cases.ts';

const customers = '/v1/sandbox/customers';
const day = 86_400_000;

export const stageCases: Cases = {
  'REQUEST: HTTP message': {
    async BAD_REQUEST({ bank }) {
      return answerOf(await bank.fetch(customers, { headers: { host: 'no host' } }));
    },
  },
  'REQUEST: path': { NOT_FOUND: send('GET', `${domesticPath}/${'i'.repeat(513)}`) },
  'REQUEST: size of the body': { BODY_TOO_LARGE: send('POST', customers, 'x'.repeat(1_100_000)) },
  'REQUEST: Accept, and type of the body': {
    NOT_ACCEPTABLE: send('GET', customers, undefined, { headers: { accept: 'text/html' } }),
    MEDIA_TYPE_UNSUPPORTED: send('POST', customers, {}, { headers: { 'content-type': 'text/xml' } }),
  },
  'HEADERS: headers': {
    HTTP_HEADER_REQUIRED: send('GET', customers, undefined, { headers: { date: null } }),
    FORMAT_ERROR: (on) => pay(on, {}, { 'psu-id': 'nobody' }),
  },
  'SIGNATURE: signature and certificate': {
    SIGNATURE_INVALID: send('POST', customers, {}, { headers: { digest: 'SHA-256=AAAA' } }),
    CERTIFICATE_INVALID: send('GET', customers, undefined, {
      headers: { 'tpp-signature-certificate': 'AAAA' },
    }),
    CERTIFICATE_EXPIRED({ bank }) {
      const identity = issueCertificate({
        authority,
        organizationIdentifier: 'PSDNO-FSA-EXPIRED',
        organizationName: 'Expired',
        commonName: 'seal',
        roles: null,
        notBefore: new Date(Date.now() - day),
        notAfter: new Date(Date.now() - day / 2),
        privateKeyPem: sharedKey(),
      });
      return tppOf(bank.app, identity, bank.time).rest('GET', customers);
    },
  },
  'SIGNATURE: PSD2 role': {
    ROLE_INVALID: ({ bank }) => pay({ tpp: bank.tpp('PSDNO-FSA-ROLE', ['PSP_AI']) }),
  },
  'REQUEST_ID: reuse of X-Request-ID for another request': {
    async CONFLICT({ tpp }) {
      const headers = { 'x-request-id': randomUUID() };
      const make = () =>
        tpp.rest('POST', customers, {
          headers,
          body: { customerNumber: freshNumber(), name: 'One', type: 'PRIVATE' },
        });
      await make();
      return make();
    },
  },
  'QUERY: required query parameters': {
    QUERY_PARAMETER_REQUIRED: send('GET', '/v1/sandbox/card-accounts/none/transactions'),
  },
  'QUERY: payment product': {
    PRODUCT_UNKNOWN: send('POST', '/v1/payments/none', domestic.example, { headers: psuHeaders }),
  },
  'QUERY: form of the id': { RESOURCE_UNKNOWN: send('GET', `${customers}/%00`) },
  'at any time: limits and state of the service': {
    async ACCESS_EXCEEDED({ bounded }) {
      const eager = bounded.tpp('PSDNO-FSA-EAGER');
      for (let burst = 0; burst < 2; burst += 1) await eager.rest('GET', customers);
      return eager.rest('GET', customers);
    },
    SYSTEM_ERROR: ({ bounded }) => bounded.tpp(unlucky).rest('GET', customers),
    // Another request holds the only place; if it ended too early, repeat.
    async UNAVAILABLE({ bounded }) {
      for (let tries = 1; ; tries += 1) {
        const first = bounded.tpp('PSDNO-FSA-FIRST').rest('GET', customers);
        const answer = await answerOf(await bounded.fetch(customers));
        await first;
        if (answer.status === 503 || tries === 20) return answer;
      }
    },
  },
};
