import { randomUUID } from 'node:crypto';
import { bodyOf, pathOf } from '../../play/bodies.ts';
import type { PaymentKind } from '../../play/outlines.ts';
import { check, otherCheck, sandboxCheck, section } from '../check.ts';
import { expectRefused, expectStatus, expectThat, paymentIdOf, warns } from '../expect.ts';
import { psuHeaders, without } from '../probe.ts';

const psu = ['TPP-Session-ID', 'TPP-Redirect-URI', 'PSU-ID', 'PSU-IP-Address'];
const signatureHeaders = ['X-Request-ID', 'TPP-Signature-Certificate', 'Signature'];

/** The bank reports missing headers before it checks the signature. */
const column = (letter: string, kind: PaymentKind, names: readonly string[]) =>
  names.map((name) =>
    check(`column ${letter} requires ${name}`, async (probe) => {
      expectRefused(await probe.pay(kind, {}, without(name)), 400, 'HTTP_HEADER_REQUIRED', name);
    }),
  );

const basketColumn = ['x-accept-fix', ...psu, ...signatureHeaders].map((name) =>
  check(`column B requires ${name}`, async (probe) => {
    const ask = { headers: psuHeaders(), body: { paymentIds: [randomUUID()] }, ...without(name) };
    expectRefused(await probe.ask('POST', '/v1/signing-baskets', ask), 400, 'HTTP_HEADER_REQUIRED', name);
  }),
);

const malformed = (name: string, value: string) =>
  check(`refuses ${name}: ${value.slice(0, 40)}`, async (probe) => {
    expectRefused(await probe.pay('instant', {}, { headers: { [name]: value } }), 400, 'FORMAT_ERROR', name);
  });

const creation = () => ({
  headers: { ...psuHeaders(), 'x-request-id': randomUUID() },
  body: bodyOf('instant'),
});

const requestIds = [
  check('every response returns X-Request-ID', async (probe) => {
    const id = randomUUID();
    const payment = await probe.pay('instant', {}, { headers: { 'x-request-id': id } });
    expectThat(payment.headers.get('x-request-id') === id, 'a creation does not return it');
    const other = randomUUID();
    const headers = { 'x-request-id': other };
    const unknown = await probe.ask('GET', `${pathOf('instant')}/none`, { headers });
    expectThat(unknown.headers.get('x-request-id') === other, 'a refusal does not return it');
  }),
  check('X-Request-ID: a repeated request gets the same response', async (probe) => {
    const request = creation();
    const first = expectStatus(await probe.pay('instant', {}, request), 201);
    const again = expectStatus(await probe.pay('instant', {}, request), 201);
    expectThat(first.text === again.text, 'the second response differs');
    const isReplay = again.headers.get('idempotent-replay') === 'true';
    expectThat(isReplay, 'the second response does not have Idempotent-Replay: true');
  }),
  check('X-Request-ID: a different request with the same id is a conflict', async (probe) => {
    const { headers } = creation();
    expectStatus(await probe.pay('instant', {}, { headers }), 201);
    expectRefused(await probe.pay('instant', {}, { headers }), 409, 'CONFLICT');
  }),
  check('X-Request-ID: a refused request may be corrected under the same id', async (probe) => {
    const { headers, body } = creation();
    expectStatus(await probe.pay('instant', {}, { headers, body: { ...body, creditorName: '' } }), 400);
    expectStatus(await probe.pay('instant', {}, { headers, body }), 201);
  }),
  otherCheck('X-Request-ID: two TPPs may use the same id', async (probe, identity) => {
    const { headers } = creation();
    const one = paymentIdOf(await probe.pay('instant', {}, { headers }));
    const two = paymentIdOf(await probe.pay('instant', {}, { headers, identity }));
    expectThat(one !== two, 'both have the same payment');
  }),
  malformed('X-Request-ID', 'x'.repeat(65)),
];

export const requestHeaders = section('5.2', 'Request headers', [
  ...column('F', 'instant', ['x-accept-fix', ...psu, ...signatureHeaders, 'Digest']),
  ...column('E', 'periodic', ['x-accept-fix', ...psu, ...signatureHeaders, 'Digest']),
  ...column('G', 'bulk', [...psu, ...signatureHeaders, 'Digest']),
  ...basketColumn,
  check('column G accepts a request without x-accept-fix', async (probe) => {
    expectStatus(await probe.pay('bulk', {}, { headers: { 'x-accept-fix': null } }), 201);
  }),
  sandboxCheck('column D: a read requires a signature and no headers of the PSU', async (probe) => {
    expectStatus(await probe.ask('GET', '/v1/sandbox/customers'), 200);
    const answer = await probe.ask('GET', '/v1/sandbox/customers', without('X-Request-ID'));
    expectRefused(answer, 400, 'HTTP_HEADER_REQUIRED', 'X-Request-ID');
  }),
  check('every missing header is named at once', async (probe) => {
    const spoil = (headers: Headers) => {
      for (const name of psu) headers.delete(name);
    };
    const answer = await probe.pay('instant', {}, { spoil });
    for (const name of psu) expectRefused(answer, 400, 'HTTP_HEADER_REQUIRED', name);
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
  check('X-PSU-IDENTITY may replace PSU-ID', async (probe) => {
    const headers = { 'psu-id': null, 'x-psu-identity': '13039319955' };
    expectStatus(await probe.pay('instant', {}, { headers }), 201);
  }),
  malformed('X-PSU-IDENTITY', '123'),
  check('a corporate PSU without PSU-Corporate-ID is refused', async (probe) => {
    const answer = await probe.pay('instant', {}, { headers: { 'psu-context': 'CORPORATE' } });
    expectRefused(answer, 400, 'HTTP_HEADER_REQUIRED', 'PSU-Corporate-ID');
  }),
  check('names of headers are case-insensitive', async (probe) => {
    const headers = { 'PSU-User-Agent': 'Mozilla/5.0', 'psu-ip-port': '1' };
    expectStatus(await probe.pay('instant', {}, { headers }), 201);
  }),
  ...requestIds,
  check('an unknown field of a body is ignored, and a WARNING names it', async (probe) => {
    const { json } = expectStatus(await probe.pay('instant', { favouriteColour: 'blue' }), 201);
    expectThat(warns(json, 'path', 'favouriteColour'), 'no WARNING names the field');
  }),
]);
