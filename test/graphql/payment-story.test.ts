import { expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { complete, moveClock, newBasket, newPayment } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp('PSDNO-FSA-STORY');

const storyQuery = `query ($id: String!) { payment(paymentId: $id) {
  authorisations { authorisationId kind scaStatus createdAt expiresAt endedAt endReason links { scaRedirect { href } } }
  bookings { at bookingDate amount { amount currency } creditorName creditorAccount { bban } }
} }`;
const storyOf = async (id: string) => (await tpp.graphqlRaw(storyQuery, { id })).data.payment;

async function start(target: object): Promise<{ authorisationId: string; href: string }> {
  const selection = 'authorisation { authorisationId } links { scaRedirect { href } }';
  const { authorisation, links } = await mutate(tpp, 'startAuthorisation', target, selection);
  return { authorisationId: authorisation.authorisationId, href: links.scaRedirect.href };
}

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
  await complete(tpp, second.authorisationId, 'APPROVE');
  expect((await storyOf(id)).authorisations[1]).toMatchObject({
    scaStatus: 'finalised',
    endReason: 'APPROVED',
    links: { scaRedirect: null },
  });
});

it('an authorisation of a signing basket appears at each of its payments; an expired one has failed', async () => {
  const paymentIds = [await newPayment(tpp), await newPayment(tpp)];
  const { authorisationId } = await start({ basketId: await newBasket(tpp, paymentIds) });
  for (const id of paymentIds)
    expect((await storyOf(id)).authorisations).toMatchObject([
      { authorisationId, kind: 'BASKET', scaStatus: 'started' },
    ]);
  await moveClock(tpp, { by: 'PT16M' });
  const [first] = paymentIds;
  const [late] = (await storyOf(first ?? '')).authorisations;
  expect(late).toMatchObject({ scaStatus: 'failed', endReason: 'EXPIRED' });
  expect(late.endedAt).toBe(late.expiresAt);
});

it('bookings show the movements, entry by entry, in parts on request', async () => {
  const input = { ...bulkDomestic.example, requestedExecutionDate: undefined };
  const { payment } = await mutate(tpp, 'createBulkPayment', input, 'payment { paymentId }', psuHeaders);
  const id: string = payment.paymentId;
  await complete(tpp, (await start({ paymentId: id })).authorisationId, 'APPROVE');
  expect((await storyOf(id)).bookings).toEqual([]);
  await moveClock(tpp, { by: 'P4D' });
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
