/** Random load: payments at both doors, left, cancelled or approved, and baskets of two. */
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import type { Chance } from './chance.ts';
import type { Ledger } from './ledger.ts';
import type { PatientTpp, Received, Sent } from './tpp.ts';

const instantPath = `/v1/payments/${instantDomestic.name}`;
const domesticPath = `/v1/payments/${domestic.name}`;
const olaNumber = '13039319955';

const create = `mutation Create($input: CreateInstantPaymentInput!) {
  createInstantPayment(input: $input) { payment { paymentId transactionStatus } tppMessages { code path text } }
}`;
const complete = `mutation Complete($input: CompleteAuthorisationInput!) {
  completeAuthorisation(input: $input) { authorisation { scaStatus } tppMessages { code path text } }
}`;

export interface Story {
  readonly tpp: PatientTpp;
  readonly chance: Chance;
  readonly ledger: Ledger;
  readonly loggedIn: readonly PsuSession[];
}

interface PsuSession {
  readonly psuId: string;
  readonly sessionId: string;
}

type Outcome = 'left' | 'cancelled' | 'approved';

export async function tell(story: Story): Promise<void> {
  const kind = story.chance.pick(['rest', 'rest', 'graphql', 'graphql', 'basket'] as const);
  if (kind === 'basket') return basketStory(story);
  const made = await (kind === 'rest'
    ? createByRest(story, instantPath, instantDomestic.example)
    : createByGraphQL(story));
  const outcome = story.chance.pick<Outcome>(['left', 'cancelled', 'approved', 'approved']);
  if (outcome === 'cancelled') {
    expectStatus(await story.tpp.send(sent(story, 'DELETE', `${instantPath}/${made.paymentId}`, null)), 204);
    story.ledger.expect(made.paymentId, ['CANC']);
  }
  if (outcome === 'approved') {
    await approve(story, `${instantPath}/${made.paymentId}`);
    story.ledger.expect(made.paymentId, ['ACSC']);
  }
}

async function basketStory(story: Story): Promise<void> {
  const psu = psuOf(story);
  const first = await createByRest(story, domesticPath, domestic.example, psu);
  const second = await createByRest(story, domesticPath, domestic.example, psu);
  const paymentIds = [first.paymentId, second.paymentId];
  const made = await story.tpp.send(
    sent(story, 'POST', '/v1/signing-baskets', JSON.stringify({ paymentIds }), psu),
  );
  expectStatus(made, 201);
  const { basketId } = made.json;
  story.ledger.basket(basketId, paymentIds);
  if (story.chance.next() < 0.3) return;
  await approve(story, `/v1/signing-baskets/${basketId}`);
  // A run of the batch may come first.
  for (const paymentId of paymentIds) story.ledger.expect(paymentId, ['PDNG', 'ACCP', 'ACSC']);
}

async function createByRest(
  story: Story,
  path: string,
  example: object,
  psu = psuOf(story),
): Promise<{ readonly paymentId: string }> {
  const { marker, fields } = fieldsOf(story.chance);
  const request = sent(story, 'POST', path, JSON.stringify({ ...example, ...fields }), psu);
  const made = await story.tpp.send(request);
  expectStatus(made, 201);
  story.ledger.created({
    identity: story.tpp.identity,
    marker,
    fields,
    paymentId: made.json.paymentId,
    request,
    answer: made,
  });
  return made.json;
}

async function createByGraphQL(story: Story): Promise<{ readonly paymentId: string }> {
  const { marker, fields } = fieldsOf(story.chance);
  const input = { ...instantDomestic.example, ...fields };
  const body = JSON.stringify({ query: create, variables: { input } });
  const request = sent(story, 'POST', '/graphql', body, psuOf(story));
  const made = await story.tpp.send(request);
  const payment = made.json?.data?.createInstantPayment?.payment;
  if (!payment) throw new Error(`creation by GraphQL: ${made.status} ${made.text}`);
  story.ledger.created({
    identity: story.tpp.identity,
    marker,
    fields,
    paymentId: payment.paymentId,
    request,
    answer: made,
  });
  return payment;
}

async function approve(story: Story, resource: string): Promise<void> {
  const started = await story.tpp.send(sent(story, 'POST', `${resource}/authorisations`, '{}'));
  expectStatus(started, 201);
  const input = {
    authorisationId: started.json.authorisationId,
    outcome: 'APPROVE',
    customerNumber: olaNumber,
  };
  const body = JSON.stringify({ query: complete, variables: { input } });
  const done = await story.tpp.send(sent(story, 'POST', '/graphql', body));
  const status = done.json?.data?.completeAuthorisation?.authorisation?.scaStatus;
  if (status !== 'finalised') throw new Error(`approval: ${done.status} ${done.text}`);
}

function sent(
  { chance }: Story,
  method: string,
  path: string,
  body: string | null,
  headers: Readonly<Record<string, string>> = {},
): Sent {
  return { method, path, requestId: chance.uuid(), headers, body };
}

/** At random a new PSU with single SCA, or one with a log-in. */
function psuOf({ chance, loggedIn }: Story): Readonly<Record<string, string>> {
  const known = chance.next() < 0.5 ? chance.pick(loggedIn) : null;
  return {
    'psu-id': known?.psuId ?? chance.uuid(),
    'tpp-session-id': known?.sessionId ?? chance.uuid(),
    'tpp-redirect-uri': 'https://tpp.example/return',
    'psu-ip-address': '192.0.2.7',
    ...(known ? {} : { 'psu-context': 'PRIVATE' }),
    'x-accept-fix': 'amount-as-string',
  };
}

/** The marker finds the payment in the tables, acknowledged or not. */
function fieldsOf(chance: Chance) {
  const marker = chance.uuid();
  const amount = `${chance.whole(1, 9)}.${chance.whole(10, 99)}`;
  const fields = {
    instructedAmount: { amount, currency: 'NOK' },
    remittanceInformationUnstructured: marker,
  };
  return { marker, fields };
}

function expectStatus(received: Received, status: number): void {
  if (received.status !== status) throw new Error(`not ${status} but ${received.status}: ${received.text}`);
}
