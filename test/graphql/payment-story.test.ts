import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { newPayment } from '../support/story.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp('PSDNO-FSA-STORY');
});
afterAll(() => bank.stop());

const storyQuery = `query ($id: String!) { payment(paymentId: $id) {
  authorisations { authorisationId kind scaStatus createdAt expiresAt endedAt endReason links { scaRedirect { href } } }
  bookings { at bookingDate amount { amount currency } creditorName creditorAccount { bban } }
} }`;
const storyOf = async (id: string) => (await tpp.graphqlRaw(storyQuery, { id })).data.payment;

async function start(target: object): Promise<{ authorisationId: string; href: string }> {
  const { data } = await tpp.graphqlRaw(
    'mutation ($target: StartAuthorisationInput!) { startAuthorisation(input: $target) { authorisation { authorisationId } links { scaRedirect { href } } tppMessages { text } } }',
    { target },
  );
  const { authorisation, links } = data.startAuthorisation;
  return { authorisationId: authorisation.authorisationId, href: links.scaRedirect.href };
}
const complete = (authorisationId: string, outcome: string) =>
  tpp.graphqlRaw(
    'mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { tppMessages { text } } }',
    { input: { authorisationId, outcome } },
  );
const advance = (by: string) =>
  tpp.graphqlRaw(
    'mutation ($by: String!) { advanceSandboxClock(input: { by: $by }) { tppMessages { text } } }',
    {
      by,
    },
  );

it('each authorisation shows its purpose, its progress and its end; an open one has its address', async () => {
  const id = await newPayment(tpp);
  expect((await storyOf(id)).authorisations).toEqual([]);
  const first = await start({ paymentId: id });
  bank.time.now += 1_000;
  const second = await start({ paymentId: id });
  const open = await storyOf(id);
  expect(open.authorisations).toMatchObject([
    {
      authorisationId: first.authorisationId,
      kind: 'PAYMENT',
      scaStatus: 'failed',
      endReason: 'SUPERSEDED',
      links: { scaRedirect: null },
    },
    {
      authorisationId: second.authorisationId,
      scaStatus: 'started',
      endedAt: null,
      endReason: null,
      links: { scaRedirect: { href: second.href } },
    },
  ]);
  await complete(second.authorisationId, 'APPROVE');
  expect((await storyOf(id)).authorisations[1]).toMatchObject({
    scaStatus: 'finalised',
    endReason: 'APPROVED',
    links: { scaRedirect: null },
  });
});

it('an authorisation of a signing basket appears at each of its payments; an expired one has failed', async () => {
  const paymentIds = [await newPayment(tpp), await newPayment(tpp)];
  const made = await tpp.rest('POST', '/v1/signing-baskets', { body: { paymentIds }, headers: psuHeaders });
  const { authorisationId } = await start({ basketId: made.json.basketId });
  for (const id of paymentIds)
    expect((await storyOf(id)).authorisations).toMatchObject([
      { authorisationId, kind: 'BASKET', scaStatus: 'started' },
    ]);
  await advance('PT16M');
  const [first] = paymentIds;
  const [late] = (await storyOf(first ?? '')).authorisations;
  expect(late).toMatchObject({ scaStatus: 'failed', endReason: 'EXPIRED' });
  expect(late.endedAt).toBe(late.expiresAt);
});

it('bookings show the movements, entry by entry, in parts on request', async () => {
  const { data } = await tpp.graphqlRaw(
    'mutation ($input: CreateBulkPaymentInput!) { createBulkPayment(input: $input) { payment { paymentId } tppMessages { text path } } }',
    { input: { ...bulkDomestic.example, requestedExecutionDate: undefined } },
    { headers: psuHeaders },
  );
  const id = data.createBulkPayment.payment.paymentId as string;
  await complete((await start({ paymentId: id })).authorisationId, 'APPROVE');
  expect((await storyOf(id)).bookings).toEqual([]);
  await advance('P4D');
  const { bookings } = await storyOf(id);
  const sent = bulkDomestic.example.payments as readonly { creditorName: string; instructedAmount: object }[];
  expect(
    bookings.map((one: { creditorName: string; amount: object }) => [one.creditorName, one.amount]),
  ).toEqual(sent.map(({ creditorName, instructedAmount }) => [creditorName, instructedAmount]));
  const part = await tpp.graphqlRaw(
    `{ payment(paymentId: "${id}") { bookings(first: 1, offset: 1) { creditorName } } }`,
  );
  expect(part.data.payment.bookings).toEqual([{ creditorName: sent[1]?.creditorName }]);
});

it('at most the newest hundred authorisations of a payment are read', async () => {
  const id = await newPayment(tpp);
  await start({ paymentId: id });
  await bank.sql`
    insert into authorisations select (jsonb_populate_record(a, jsonb_build_object(
      'authorisation_id', 'zz-' || lpad(n::text, 4, '0'), 'link_token', 'token-' || n, 'recorded_at', now()))).*
    from authorisations a, generate_series(1, 150) n where a.payment_id = ${id} and not a.implicit`;
  const { authorisations } = await storyOf(id);
  expect(authorisations).toHaveLength(100);
  expect(authorisations[99].authorisationId).toBe('zz-0150');
});
