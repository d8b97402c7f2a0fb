import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { rounds } from '../support/nightly.ts';
import { create as createPayment, freshPsu, pathOf, productOf } from '../support/payments.ts';
import { logIn, newPayment } from '../support/story.ts';

const bank = await bankOfFile();

it.each([1, 2])('10 at once with %i mutations: one payment each, one answer, nine replays', async (count) => {
  const tpp = bank.tpp();
  const fields = Array.from(
    { length: count },
    (_, index) => `m${index}: createInstantPayment(input: $i${index}) { payment { paymentId } }`,
  );
  const variables = Object.fromEntries(
    fields.map((_, index) => [
      `i${index}`,
      { ...productOf('INDCTS').example, remittanceInformationUnstructured: `part ${index}` },
    ]),
  );
  const query = `mutation M(${fields.map((_, index) => `$i${index}: CreateInstantPaymentInput!`).join(', ')}) { ${fields.join(' ')} }`;
  await tpp.graphqlRaw('{ viewer { tppId } }');
  const before = await bank.count('payments');
  const headers = { ...freshPsu(), 'x-request-id': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => tpp.graphqlRaw(query, variables, { headers })),
  );
  expect((await bank.count('payments')) - before).toBe(count);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const replays = answers.filter((answer) => answer.headers.get('idempotent-replay') === 'true');
  expect(replays).toHaveLength(9);
});

it('of twins whose first mutation reads what the second changes, one runs first, and all return its response', async () => {
  const tpp = bank.tpp();
  const { data } = (
    await tpp.graphqlRaw('{ sandboxAccounts(first: 1) { nodes { resourceId bban currency } } }')
  ).json;
  const [{ resourceId, bban, currency }] = data.sandboxAccounts.nodes;
  const balances = [{ balanceType: 'interimAvailable', balanceAmount: { amount: '5000.00', currency } }];
  const query = `mutation M($balances: SetSandboxBalancesInput!, $approval: CompleteAuthorisationInput!) {
    first: setSandboxBalances(input: $balances) { account { transactions { nodes { transactionId } } } }
    second: completeAuthorisation(input: $approval) { authorisation { scaStatus } tppMessages { code } } }`;
  for (let round = 0; round < rounds(5, 50); round += 1) {
    const product = productOf('INDCTS');
    const body = {
      ...product.example,
      debtorAccount: { bban, currency },
      remittanceInformationUnstructured: randomUUID(),
    };
    const made = await createPayment(tpp, product, body);
    const started = await tpp.rest('POST', `${pathOf(product)}/${made.json.paymentId}/authorisations`);
    const variables = {
      balances: { resourceId, balances },
      approval: { authorisationId: started.json.authorisationId, outcome: 'APPROVE' },
    };
    const headers = { ...freshPsu(), 'x-request-id': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => tpp.graphqlRaw(query, variables, { headers })),
    );
    expect(answers[0]?.json.data?.second, answers[0]?.text).toMatchObject({
      authorisation: { scaStatus: 'finalised' },
    });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replay') === null)).toHaveLength(1);
  }
});

const create = 'made: createInstantPayment(input: $input) { payment { paymentId } }';
const cancel =
  'cancelled: cancelPayment(input: { paymentId: $paymentId }) { payment { transactionStatus } tppMessages { code } }';

it.each([
  ['alone', `mutation M($paymentId: String!) { ${cancel} }`],
  [
    'after another',
    `mutation M($paymentId: String!, $input: CreateInstantPaymentInput!) { ${create} ${cancel} }`,
  ],
])(
  'a mutation %s that another request holds up is not over: Retry-After, and the same again acts',
  async (place, query) => {
    const tpp = bank.tpp();
    const paymentId = await newPayment(tpp);
    const input = { ...productOf('INDCTS').example, remittanceInformationUnstructured: place };
    const headers = { ...freshPsu(), 'x-request-id': randomUUID() };
    const send = () => tpp.graphqlRaw(query, { paymentId, input }, { headers });

    // The error of PostgreSQL for a lock that is not available in time.
    await bank.sql.unsafe(`create function held() returns trigger language plpgsql
      as $$ begin raise exception using errcode = '55P03'; end $$;
    create trigger held before update on payments for each row execute function held()`);
    const held = await send();
    await bank.sql.unsafe('drop function held cascade');
    expect(held.data.cancelled).toEqual({ payment: null, tppMessages: [{ code: 'CONFLICT' }] });
    expect(held.headers.get('retry-after')).toBe('1');

    const again = await send();
    expect(again.data.cancelled).toEqual({ payment: { transactionStatus: 'CANC' }, tppMessages: [] });
    expect(again.data.made).toEqual(held.data.made);
    expect([again.headers.get('retry-after'), again.headers.get('idempotent-replay')]).toEqual([null, null]);
    const replayed = await send();
    expect([replayed.text, replayed.headers.get('idempotent-replay')]).toEqual([again.text, 'true']);
  },
);

it('a mutation whose PSU must log in first is not over: the same again acts after the log-in', async () => {
  const tpp = bank.tpp();
  const psu = {
    psuId: randomUUID(),
    sessionId: psuHeaders['tpp-session-id'],
    redirectUri: 'https://tpp.example/return',
    ipAddress: '192.0.2.7',
  };
  const input = { ...productOf('INDCTS').example, psu };
  const query = `mutation M($a: CreateInstantPaymentInput!, $b: CreateInstantPaymentInput!) {
    ready: createInstantPayment(input: $a) { payment { paymentId } }
    challenged: createInstantPayment(input: $b) { payment { paymentId } tppMessages { code } } }`;
  const variables = {
    a: { ...input, remittanceInformationUnstructured: 'a', psu: { ...psu, context: 'PRIVATE' } },
    b: { ...input, remittanceInformationUnstructured: 'b' },
  };
  const headers = { 'x-request-id': randomUUID() };
  const send = () => tpp.graphqlRaw(query, variables, { headers });
  const before = await send();
  expect(before.data.challenged).toEqual({
    payment: null,
    tppMessages: [{ code: 'PSU_CREDENTIALS_INVALID' }],
  });
  expect(before.data.ready.payment, before.text).not.toBeNull();

  await logIn(bank, tpp, psu.psuId);
  const after = await send();
  expect(after.data.ready).toEqual(before.data.ready);
  expect(after.data.challenged).toMatchObject({
    payment: { paymentId: expect.any(String) },
    tppMessages: [],
  });
  const replay = await send();
  expect([replay.text, replay.headers.get('idempotent-replay')]).toEqual([after.text, 'true']);
});
