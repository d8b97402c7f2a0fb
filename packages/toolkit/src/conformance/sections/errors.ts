import { randomUUID } from 'node:crypto';
import { pathOf } from '../../play/bodies.ts';
import { at, listAt, textAt } from '../../record.ts';
import type { Answer } from '../../send.ts';
import { check, otherCheck, sandboxCheck, section } from '../check.ts';
import {
  expectFields,
  expectRefused,
  expectStatus,
  expectThat,
  isText,
  linkIn,
  optional,
} from '../expect.ts';
import { type ConformanceProbe, without } from '../probe.ts';

const readUnknown = (probe: ConformanceProbe, ask = {}) =>
  probe.ask('GET', `${pathOf('domestic')}/${randomUUID()}`, ask);
const withoutId = ({ json, status }: Answer) => {
  const { id: _, ...rest } = json as Record<string, unknown>;
  return JSON.stringify({ status, rest });
};
/** A creditor of the sandbox's data that requires a KID. null removes the text from the body. */
const kidCreditor = {
  creditorAccount: { bban: '95364151005', currency: 'NOK' },
  remittanceInformationUnstructured: null,
};
const kid = (reference: string) => ({ ...kidCreditor, remittanceInformationStructured: { reference } });

export const errorBody = section('7.1', 'Error body', [
  check('it has id, system, status, code and message, on every operation', async (probe) => {
    const answers = [
      await probe.pay('bulk', { payments: [] }),
      await probe.pay('instant', { creditorName: null }),
      await readUnknown(probe),
      await probe.ask('GET', '/v1/nowhere'),
      await probe.pay('instant', {}, without('signature')),
    ];
    for (const answer of answers) {
      const isStatus = (value: unknown) => value === answer.status;
      const fields = { id: isText, system: isText, status: isStatus, code: isText, message: isText };
      expectFields(answer.json, fields, `HTTP ${answer.status}`);
    }
  }),
  check('its tppMessages have category and code, and a text of at most 512 characters', async (probe) => {
    const answer = await probe.pay('instant', { creditorName: 'x'.repeat(5_000) });
    const messages = listAt(answer.json, 'tppMessages');
    expectThat(messages.length > 0, 'there are no tppMessages');
    for (const message of messages) {
      const isCategory = (value: unknown) => value === 'ERROR' || value === 'WARNING';
      const isShort = (value: unknown) => isText(value) && [...String(value)].length <= 512;
      const fields = { category: isCategory, code: isText, path: optional(isText), text: optional(isShort) };
      expectFields(message, fields, 'a message');
    }
  }),
  check('it names at most 100 faults', async (probe) => {
    const payments = Array.from({ length: 150 }, () => ({}));
    const answer = expectStatus(await probe.pay('bulk', { payments }), 400);
    const count = listAt(answer.json, 'tppMessages').length;
    expectThat(count > 1 && count <= 100, `it names ${count} faults`);
  }),
  check('two refusals have two ids', async (probe) => {
    const [one, two] = [await readUnknown(probe), await readUnknown(probe)];
    expectThat(textAt(one.json, 'id') !== textAt(two.json, 'id'), 'both have the same id');
  }),
]);

export const errorCodes = section('7.2', 'Codes and statuses', [
  check(
    'an unknown payment is 404 RESOURCE_UNKNOWN',
    async (probe) => void expectRefused(await readUnknown(probe), 404, 'RESOURCE_UNKNOWN'),
  ),
  otherCheck("another TPP's payment looks like one that never existed", async (probe, other) => {
    const payment = expectStatus(await probe.pay('domestic'), 201);
    const refusal = await probe.ask('GET', linkIn(payment, 'self'), { identity: other });
    expectRefused(refusal, 404, 'RESOURCE_UNKNOWN');
    const never = await readUnknown(probe, { identity: other });
    expectThat(withoutId(refusal) === withoutId(never), 'the two responses differ');
    for (const [method, path] of [
      ['GET', 'status'],
      ['DELETE', 'self'],
      ['POST', 'startAuthorisation'],
    ] as const)
      expectRefused(
        await probe.ask(method, linkIn(payment, path), { identity: other }),
        404,
        'RESOURCE_UNKNOWN',
      );
  }),
  check('a payment under another product is 404 RESOURCE_UNKNOWN', async (probe) => {
    const id = textAt(expectStatus(await probe.pay('domestic'), 201).json, 'paymentId');
    expectRefused(await probe.ask('GET', `${pathOf('sepa')}/${id}`), 404, 'RESOURCE_UNKNOWN');
  }),
  check('an unknown path is 404 NOT_FOUND', async (probe) => {
    for (const path of ['/v1/nowhere', `${pathOf('domestic')}/`, '/v2/payments'])
      expectRefused(await probe.ask('GET', path), 404, 'NOT_FOUND');
  }),
  check('a method that the path does not support is 405, with Allow', async (probe) => {
    const answer = expectStatus(await probe.ask('PUT', pathOf('instant'), { body: {} }), 405);
    expectThat(answer.headers.get('allow')?.includes('POST') === true, 'Allow does not name POST');
  }),
  check('a body that is not a JSON object is 400 FORMAT_ERROR', async (probe) => {
    for (const raw of ['{', '[]', '"x"', 'null', '{"a":1}}'])
      expectRefused(await probe.pay('instant', {}, { raw }), 400, 'FORMAT_ERROR');
  }),
  check('a body of another media type is 415', async (probe) => {
    expectStatus(await probe.pay('instant', {}, { headers: { 'content-type': 'application/xml' } }), 415);
  }),
  check('an Accept that rules out JSON is 406', async (probe) => {
    expectStatus(await probe.pay('instant', {}, { headers: { accept: 'text/html' } }), 406);
  }),
  check('a body that is too large is 413', async (probe) => {
    expectStatus(await probe.pay('instant', { filling: 'x'.repeat(300 * 1_024) }), 413);
  }),
  sandboxCheck('KID errors are 400 KID_MISSING and KID_INVALID', async (probe) => {
    const withoutKid = { ...kidCreditor, remittanceInformationUnstructured: 'Rent' };
    expectRefused(await probe.pay('instant', withoutKid), 400, 'KID_MISSING');
    expectRefused(await probe.pay('instant', kid('1234567')), 400, 'KID_INVALID');
    expectStatus(await probe.pay('instant', kid('1234566')), 201);
  }),
  check('texts that a database cannot store are refused, without a 5xx', async (probe) => {
    for (const creditorName of ['\u0000', '\ud800', 'a\u0000b'])
      expectRefused(await probe.pay('instant', { creditorName }), 400, 'FORMAT_ERROR', 'creditorName');
  }),
]);

const challenged = (probe: ConformanceProbe) =>
  probe.pay('instant', {}, { headers: { 'psu-context': null } });

export const challengeBody = section('7.3', 'Challenge body', [
  check('without a session and PSU-Context a creation is 401, with scaRedirect', async (probe) => {
    const answer = expectStatus(await challenged(probe), 401);
    const link = at(answer.json, '_links', 'scaRedirect');
    expectThat(isText(at(link, 'href')), 'there is no _links.scaRedirect');
    expectThat(listAt(link, 'verbs').includes('GET'), 'its verbs are not GET');
  }),
  check('scaRedirect is an absolute address', async (probe) => {
    const href = linkIn(await challenged(probe), 'scaRedirect');
    expectThat(URL.canParse(href) && /^https?:/.test(href), `it is ${href.slice(0, 60)}`);
  }),
  check('its code is PSU_CREDENTIALS_INVALID', async (probe) => {
    expectRefused(await challenged(probe), 401, 'PSU_CREDENTIALS_INVALID');
  }),
  check(
    'with PSU-Context the payment is created at once, and the response has scaRedirect',
    async (probe) => {
      const payment = expectStatus(await probe.pay('instant'), 201);
      expectThat(URL.canParse(linkIn(payment, 'scaRedirect')), 'it is not an absolute address');
    },
  ),
]);
