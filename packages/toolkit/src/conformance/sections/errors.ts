import { randomUUID } from 'node:crypto';
import { pathOf } from '../../play/bodies.ts';
import { at, listAt, textAt } from '../../record.ts';
import type { Answer } from '../../send.ts';
import { check, pays, sandboxCheck, secondTppCheck, section, sends } from '../check.ts';
import { expectFields, expectThat, isText, linkIn, optional, textIn } from '../expect.ts';
import { type AskOptions, type ConformanceProbe, withoutHeaders } from '../probe.ts';
import { kidCreditor } from '../sandbox-resources.ts';

const resourceUnknown = '404 RESOURCE_UNKNOWN';
const readUnknown = (probe: ConformanceProbe, options: AskOptions = {}) =>
  probe.ask(resourceUnknown, 'GET', `${pathOf('domestic')}/${randomUUID()}`, options);
/** Gives equal texts for refusals that differ only in their ids. */
const comparable = ({ json, status }: Answer) => {
  const { id: _, ...rest } = json as Record<string, unknown>;
  return JSON.stringify({ status, rest });
};
const remittanceBy = (reference: string) => ({
  remittanceInformationUnstructured: null,
  remittanceInformationStructured: { reference },
});

export const errorBody = section('7.1', 'Error body', [
  check('it has id, system, status, code and message, on every operation', async (probe) => {
    const answers = [
      await probe.pay(null, 'bulk', { payments: [] }),
      await probe.pay(null, 'instant', { creditorName: null }),
      await probe.ask(null, 'GET', `${pathOf('domestic')}/${randomUUID()}`),
      await probe.ask(null, 'GET', '/v1/nowhere'),
      await probe.pay(null, 'instant', {}, withoutHeaders('signature')),
    ];
    for (const answer of answers) {
      const isStatus = (value: unknown) => value === answer.status;
      const fields = { id: isText, system: isText, status: isStatus, code: isText, message: isText };
      expectFields(answer.json, fields, `HTTP ${answer.status}`);
    }
  }),
  check('its tppMessages have category and code, and a text of at most 512 characters', async (probe) => {
    const answer = await probe.pay(null, 'instant', { creditorName: 'x'.repeat(5_000) });
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
    const count = listAt((await probe.pay(400, 'bulk', { payments })).json, 'tppMessages').length;
    expectThat(count > 1 && count <= 100, `it names ${count} faults`);
  }),
  check('two refusals have two ids', async (probe) => {
    const [one, two] = [await readUnknown(probe), await readUnknown(probe)];
    expectThat(textAt(one.json, 'id') !== textAt(two.json, 'id'), 'both have the same id');
  }),
]);

export const errorCodes = section('7.2', 'Codes and statuses', [
  check('an unknown payment is 404 RESOURCE_UNKNOWN', (probe) => readUnknown(probe)),
  secondTppCheck("another TPP's payment looks like one that never existed", async (probe, identity) => {
    const payment = await probe.pay(201, 'domestic');
    const refusal = await probe.ask(resourceUnknown, 'GET', linkIn(payment, 'self'), { identity });
    const refusalOfNone = await readUnknown(probe, { identity });
    expectThat(comparable(refusal) === comparable(refusalOfNone), 'the two responses differ');
    const operations = { status: 'GET', self: 'DELETE', startAuthorisation: 'POST' };
    for (const [link, method] of Object.entries(operations))
      await probe.ask(resourceUnknown, method, linkIn(payment, link), { identity });
  }),
  check('a payment under another product is 404 RESOURCE_UNKNOWN', async (probe) => {
    const id = textIn(await probe.pay(201, 'domestic'), 'paymentId');
    await probe.ask(resourceUnknown, 'GET', `${pathOf('sepa')}/${id}`);
  }),
  check('an unknown path is 404 NOT_FOUND', async (probe) => {
    for (const path of ['/v1/nowhere', `${pathOf('domestic')}/`, '/v2/payments'])
      await probe.ask('404 NOT_FOUND', 'GET', path);
  }),
  check('a method that the path does not support is 405, with Allow', async (probe) => {
    const { headers } = await probe.ask(405, 'PUT', pathOf('instant'), { body: {} });
    expectThat(headers.get('allow')?.includes('POST') === true, 'Allow does not name POST');
  }),
  check('a body that is not a JSON object is 400 FORMAT_ERROR', async (probe) => {
    for (const raw of ['{', '[]', '"x"', 'null', '{"a":1}}'])
      await probe.pay('400 FORMAT_ERROR', 'instant', {}, { raw });
  }),
  sends('a body of another media type is 415', 415, { headers: { 'content-type': 'application/xml' } }),
  sends('an Accept that rules out JSON is 406', 406, { headers: { accept: 'text/html' } }),
  pays('a body that is too large is 413', 413, 'instant', { filling: 'x'.repeat(300 * 1_024) }),
  sandboxCheck('KID errors are 400 KID_MISSING and KID_INVALID', async (probe) => {
    const creditorAccount = { bban: await kidCreditor(probe), currency: 'NOK' };
    await probe.pay('400 KID_MISSING', 'instant', { creditorAccount });
    await probe.pay('400 KID_INVALID', 'instant', { creditorAccount, ...remittanceBy('1234567') });
    await probe.pay(201, 'instant', { creditorAccount, ...remittanceBy('1234566') });
  }),
  check('texts that a database cannot store are refused, without a 5xx', async (probe) => {
    for (const creditorName of ['\u0000', '\ud800', 'a\u0000b'])
      await probe.pay('400 FORMAT_ERROR creditorName', 'instant', { creditorName });
  }),
]);

const withoutContext = { headers: { 'psu-context': null } };
const challenge = (probe: ConformanceProbe) => probe.pay(401, 'instant', {}, withoutContext);

export const challengeBody = section('7.3', 'Challenge body', [
  check('without a session and PSU-Context a creation is 401, with scaRedirect', async (probe) => {
    const link = at((await challenge(probe)).json, '_links', 'scaRedirect');
    expectThat(isText(at(link, 'href')), 'there is no _links.scaRedirect');
    expectThat(listAt(link, 'verbs').includes('GET'), 'its verbs are not GET');
  }),
  check('scaRedirect is an absolute address', async (probe) => {
    const href = linkIn(await challenge(probe), 'scaRedirect');
    expectThat(URL.canParse(href) && /^https?:/.test(href), `it is ${href.slice(0, 60)}`);
  }),
  sends('its code is PSU_CREDENTIALS_INVALID', '401 PSU_CREDENTIALS_INVALID', withoutContext),
  check(
    'with PSU-Context the payment is created at once, and the response has scaRedirect',
    async (probe) => {
      const payment = await probe.pay(201, 'instant');
      expectThat(URL.canParse(linkIn(payment, 'scaRedirect')), 'it is not an absolute address');
    },
  ),
]);
