/**
 * Random acts of TPPs and PSUs at a service with a bank: payments of four kinds and baskets, left, cancelled, approved
 * or rejected.
 */
import { bulkDomestic } from '../../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic } from '../../../src/domain/payments/products/periodic.ts';
import { paymentStatuses } from '../../../src/domain/payments/status.ts';
import type { CallName } from './calls.ts';
import type { Chance } from './chance.ts';
import type { FacadeLedger } from './facade-ledger.ts';
import type { visit } from './psu.ts';
import type { PatientTpp, Received, Sent } from './tpp.ts';

const products = {
  instant: instantDomestic,
  single: domestic,
  periodic: periodicDomestic,
  bulk: bulkDomestic,
} as const;
type Kind = keyof typeof products;
const kinds = Object.keys(products) as readonly Kind[];

const outcomes = [
  'left',
  'withdrawn',
  'approved',
  'rejected',
  'cancelled',
  'basket',
  'basket deleted',
] as const;
type Outcome = (typeof outcomes)[number];

const storiesWith: Readonly<Record<CallName, { kinds?: readonly Kind[]; outcomes?: readonly Outcome[] }>> = {
  'create instant': { kinds: ['instant'] },
  'create single': { kinds: ['single'] },
  'create periodic': { kinds: ['periodic'] },
  'create bulk': { kinds: ['bulk'] },
  status: { outcomes: ['approved'] },
  'start approval': { outcomes: ['approved'] },
  'start cancellation': { outcomes: ['cancelled'] },
  delete: { outcomes: ['withdrawn'] },
  'create basket': { outcomes: ['basket'] },
  'start basket': { outcomes: ['basket'] },
  decide: { outcomes: ['approved', 'basket', 'cancelled'] },
  'come back': { outcomes: ['approved', 'basket', 'cancelled'] },
  create: {},
  cancel: { outcomes: ['withdrawn', 'cancelled'] },
  check: {},
  customer: { outcomes: ['approved', 'rejected'] },
  rights: { outcomes: ['approved', 'basket'] },
  cover: { outcomes: ['approved', 'cancelled'] },
  'put order': { outcomes: ['approved', 'cancelled'] },
  'get order': { outcomes: ['approved', 'cancelled'] },
  reports: { outcomes: ['approved', 'cancelled'] },
};

interface FacadeStory {
  readonly tpp: PatientTpp;
  readonly chance: Chance;
  readonly ledger: Pick<FacadeLedger, 'created' | 'expect'>;
  readonly visit: typeof visit;
  /** PSUs whom all TPPs call by the same PSU-ID and TPP-Session-ID. */
  readonly psus: readonly { readonly psuId: string; readonly sessionId: string }[];
  readonly wanted: () => readonly CallName[];
}

/**
 * One story, told to its end whatever happens. After its first step the payment may have any status: a caller that
 * gives up does not know the outcome.
 */
export async function tellFacade(story: FacadeStory): Promise<void> {
  const { chance } = story;
  const wanted = story.wanted();
  const some = wanted.length > 0 && chance.next() < 0.8 ? storiesWith[chance.pick(wanted)] : {};
  const outcome = chance.pick(some.outcomes ?? outcomes);
  if (outcome === 'basket' || outcome === 'basket deleted') return basketStory(story, outcome);
  const kind = chance.pick(some.kinds ?? kinds.filter((one) => outcome !== 'cancelled' || one !== 'instant'));
  const made = await create(story, kind, psuOf(story));
  if (outcome === 'left' || (outcome === 'cancelled' && kind === 'instant')) return;
  story.ledger.expect([made.paymentId], paymentStatuses);
  if (outcome === 'withdrawn') return withdraw(story, made);
  const act = outcome === 'rejected' ? 'reject' : 'approve';
  // The link of the creation, or that of an authorisation.
  const link = chance.next() < 0.4 ? made.link : await start(story, `${made.path}/authorisations`);
  await goes(story, link, act, [made.paymentId]);
  if (outcome !== 'cancelled') return;
  story.ledger.expect([made.paymentId], paymentStatuses);
  await cancel(story, made);
}

interface Made {
  readonly paymentId: string;
  readonly path: string;
  readonly link: string;
}

async function create(story: FacadeStory, kind: Kind, psu: Readonly<Record<string, string>>): Promise<Made> {
  const { service, name, example } = products[kind];
  const marker = story.chance.uuid();
  const amount = `${story.chance.whole(1, 9)}.${story.chance.whole(10, 99)}`;
  const fields = {
    instructedAmount: { amount, currency: 'NOK' },
    remittanceInformationUnstructured: marker,
  };
  const entries = example.payments as readonly object[] | undefined;
  const body = entries
    ? { ...example, payments: entries.map((entry) => ({ ...entry, ...fields })) }
    : { ...example, ...fields, ...(kind === 'periodic' ? { startDate: soon() } : {}) };
  const path = `/v1/${service}/${name}`;
  const request = sent(story, 'POST', path, JSON.stringify(body), psu);
  const answer = await story.tpp.send(request);
  expectStatus(answer, 201);
  const { paymentId, _links } = answer.json;
  story.ledger.created({
    tpp: story.tpp,
    marker,
    amount,
    kind,
    entries: entries?.length ?? 1,
    paymentId,
    request,
    answer,
  });
  return { paymentId, path: `${path}/${paymentId}`, link: _links.scaRedirect.href };
}

/** Within the days by which the clock of the bank moves. */
const soon = (): string => new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

async function withdraw(story: FacadeStory, { path, paymentId }: Made): Promise<void> {
  expectStatus(await story.tpp.send(sent(story, 'DELETE', path, null)), 204);
  story.ledger.expect([paymentId], ['CANC']);
}

/** Cancels an approved payment; the PSU approves the cancellation. */
async function cancel(story: FacadeStory, { path, paymentId }: Made): Promise<void> {
  const asked = await story.tpp.send(sent(story, 'DELETE', path, null));
  // Without an approval it is cancelled at once. A run of the batch may come first.
  if (asked.status === 204) return story.ledger.expect([paymentId], ['CANC']);
  if (asked.status === 409) return story.ledger.expect([paymentId], ['ACSC']);
  expectStatus(asked, 202);
  const link = await start(story, `${path}/cancellation-authorisations`);
  const { decided } = await story.visit(link, 'approve');
  if (decided === 'APPROVED') story.ledger.expect([paymentId], ['CANC']);
  else story.ledger.expect([paymentId], ['PDNG', 'ACCP', 'ACSC', 'CANC']);
}

async function basketStory(story: FacadeStory, outcome: 'basket' | 'basket deleted'): Promise<void> {
  const psu = psuOf(story);
  const made = [await create(story, 'single', psu), await create(story, 'single', psu)];
  const paymentIds = made.map(({ paymentId }) => paymentId);
  const basket = await story.tpp.send(
    sent(story, 'POST', '/v1/signing-baskets', JSON.stringify({ paymentIds }), psu),
  );
  expectStatus(basket, 201);
  const path = `/v1/signing-baskets/${basket.json.basketId}`;
  story.ledger.expect(paymentIds, paymentStatuses);
  const link = await start(story, `${path}/authorisations`);
  if (outcome === 'basket') return goes(story, link, 'approve', paymentIds);
  expectStatus(await story.tpp.send(sent(story, 'DELETE', path, null)), 204);
  story.ledger.expect(paymentIds, ['RCVD']);
}

async function start(story: FacadeStory, collection: string): Promise<string> {
  const started = await story.tpp.send(sent(story, 'POST', collection, '{}'));
  expectStatus(started, 201);
  return started.json._links.scaRedirect.href;
}

/** The PSU decides at the bank; the return address must show the result. */
async function goes(
  story: FacadeStory,
  link: string,
  act: 'approve' | 'reject',
  paymentIds: readonly string[],
): Promise<void> {
  const { decided, end } = await story.visit(link, act);
  if (decided === 'APPROVED' && end?.searchParams.has('message'))
    throw new Error(`approved, and sent back with a message: ${end.href} ${paymentIds}`);
  if (decided === 'APPROVED') story.ledger.expect(paymentIds, ['PDNG', 'ACCP', 'ACSC']);
  else if (act === 'reject') story.ledger.expect(paymentIds, decided === null ? ['RCVD', 'RJCT'] : ['RJCT']);
  else story.ledger.expect(paymentIds, ['RCVD', 'PDNG', 'ACCP', 'ACSC']);
}

function sent(
  { chance }: FacadeStory,
  method: string,
  path: string,
  body: string | null,
  headers: Readonly<Record<string, string>> = {},
): Sent {
  return { method, path, requestId: chance.uuid(), headers, body };
}

function psuOf({ chance, psus }: FacadeStory): Readonly<Record<string, string>> {
  const { psuId, sessionId } = chance.pick(psus);
  return {
    'psu-id': psuId,
    'tpp-session-id': sessionId,
    'psu-context': 'PRIVATE',
    'psu-ip-address': '192.0.2.7',
    'tpp-redirect-uri': 'https://tpp.example/return',
    'x-accept-fix': 'amount-as-string',
  };
}

function expectStatus(received: Received, status: number): void {
  if (received.status !== status) throw new Error(`not ${status} but ${received.status}: ${received.text}`);
}
