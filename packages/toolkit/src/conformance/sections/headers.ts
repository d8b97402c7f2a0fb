import { randomUUID } from 'node:crypto';
import { bodyOf, pathOf } from '../../play/bodies.ts';
import type { PaymentKind } from '../../play/outlines.ts';
import { check, sandboxCheck, secondTppCheck, section, sends } from '../check.ts';
import { expectAnswer, expectThat, textIn, warns } from '../expect.ts';
import { psuHeaders, withoutHeaders } from '../probe.ts';

const psuNames = ['TPP-Session-ID', 'TPP-Redirect-URI', 'PSU-ID', 'PSU-IP-Address'];
const signatureNames = ['X-Request-ID', 'TPP-Signature-Certificate', 'Signature'];

/**
 * A column of the header table in the specification. Each check deletes a header after the signing. The bank must report the
 * missing header before the signature, which is then wrong too.
 */
const column = (letter: string, kind: PaymentKind, names: readonly string[]) =>
  names.map((name) =>
    check(`column ${letter} requires ${name}`, (probe) =>
      probe.pay(`400 HTTP_HEADER_REQUIRED ${name}`, kind, {}, withoutHeaders(name)),
    ),
  );

const basketColumn = ['x-accept-fix', ...psuNames, ...signatureNames].map((name) =>
  check(`column B requires ${name}`, (probe) => {
    const basket = { headers: psuHeaders(), body: { paymentIds: [randomUUID()] }, ...withoutHeaders(name) };
    return probe.ask(`400 HTTP_HEADER_REQUIRED ${name}`, 'POST', '/v1/signing-baskets', basket);
  }),
);

const malformed = (name: string, value: string) =>
  sends(`refuses ${name}: ${value.slice(0, 40)}`, `400 FORMAT_ERROR ${name}`, { headers: { [name]: value } });

const creationRequest = () => ({
  headers: { ...psuHeaders(), 'x-request-id': randomUUID() },
  body: bodyOf('instant'),
});

const requestIds = [
  check('every response returns X-Request-ID', async (probe) => {
    const [id, other] = [randomUUID(), randomUUID()];
    const payment = await probe.pay(null, 'instant', {}, { headers: { 'x-request-id': id } });
    expectThat(payment.headers.get('x-request-id') === id, 'a creation does not return it');
    const headers = { 'x-request-id': other };
    const refusal = await probe.ask(null, 'GET', `${pathOf('instant')}/none`, { headers });
    expectThat(refusal.headers.get('x-request-id') === other, 'a refusal does not return it');
  }),
  check('X-Request-ID: a repeated request gets the same response', async (probe) => {
    const request = creationRequest();
    const first = await probe.pay(201, 'instant', {}, request);
    const again = await probe.pay(201, 'instant', {}, request);
    expectThat(first.text === again.text, 'the second response differs');
    const isReplay = again.headers.get('idempotent-replay') === 'true';
    expectThat(isReplay, 'the second response does not have Idempotent-Replay: true');
  }),
  check('X-Request-ID: a different request with the same id is a conflict', async (probe) => {
    const { headers } = creationRequest();
    await probe.pay(201, 'instant', {}, { headers });
    await probe.pay('409 CONFLICT', 'instant', {}, { headers });
  }),
  check('X-Request-ID: a refused request may be corrected under the same id', async (probe) => {
    const { headers, body } = creationRequest();
    await probe.pay(400, 'instant', {}, { headers, body: { ...body, creditorName: '' } });
    await probe.pay(201, 'instant', {}, { headers, body });
  }),
  secondTppCheck('X-Request-ID: two TPPs may use the same id', async (probe, identity) => {
    const { headers } = creationRequest();
    const one = textIn(await probe.pay(201, 'instant', {}, { headers }), 'paymentId');
    const two = textIn(await probe.pay(201, 'instant', {}, { headers, identity }), 'paymentId');
    expectThat(one !== two, 'both have the same payment');
  }),
  malformed('X-Request-ID', 'x'.repeat(65)),
];

export const requestHeaders = section('5.2', 'Request headers', [
  ...column('F', 'instant', ['x-accept-fix', ...psuNames, ...signatureNames, 'Digest']),
  ...column('E', 'periodic', ['x-accept-fix', ...psuNames, ...signatureNames, 'Digest']),
  ...column('G', 'bulk', [...psuNames, ...signatureNames, 'Digest']),
  ...basketColumn,
  check('column G accepts a request without x-accept-fix', (probe) =>
    probe.pay(201, 'bulk', {}, { headers: { 'x-accept-fix': null } }),
  ),
  sandboxCheck('column D: a read requires a signature and no headers of the PSU', async (probe) => {
    const path = '/v1/sandbox/customers';
    await probe.ask(200, 'GET', path);
    await probe.ask('400 HTTP_HEADER_REQUIRED X-Request-ID', 'GET', path, withoutHeaders('X-Request-ID'));
  }),
  check('every missing header is named at once', async (probe) => {
    const answer = await probe.pay(400, 'instant', {}, withoutHeaders(...psuNames));
    for (const name of psuNames) expectAnswer(answer, `400 HTTP_HEADER_REQUIRED ${name}`);
  }),
  malformed('PSU-ID', 'somebody'),
  malformed('PSU-Context', 'BOTH'),
  malformed('PSU-HTTP-Method', 'FETCH'),
  malformed('PSU-Device-ID', 'phone'),
  malformed('TPP-Redirect-Preferred', 'perhaps'),
  ...[
    'http://tpp.example/return',
    '/return',
    'https://user:secret@tpp.example/',
    'https://tpp.example/#part',
    'javascript:alert(1)',
  ].map((address) => malformed('TPP-Redirect-URI', address)),
  sends('X-PSU-IDENTITY may replace PSU-ID', 201, {
    headers: { 'psu-id': null, 'x-psu-identity': '13039319955' },
  }),
  malformed('X-PSU-IDENTITY', '123'),
  sends('a corporate PSU without PSU-Corporate-ID is refused', '400 HTTP_HEADER_REQUIRED PSU-Corporate-ID', {
    headers: { 'psu-context': 'CORPORATE' },
  }),
  sends('names of headers are case-insensitive', 201, {
    headers: { 'PSU-User-Agent': 'Mozilla/5.0', 'psu-ip-port': '1' },
  }),
  ...requestIds,
  check('an unknown field of a body is ignored, and a WARNING names it', async (probe) => {
    const { json } = await probe.pay(201, 'instant', { favouriteColour: 'blue' });
    expectThat(warns(json, 'path', 'favouriteColour'), 'no WARNING names the field');
  }),
]);
