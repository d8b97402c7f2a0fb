/** Plays a small day in the sandbox; returns the screens for pictures. */
import { sign } from 'node:crypto';
import type { Page } from 'playwright-core';
import { send, sendSigned } from '../../packages/toolkit/src/send.ts';
import {
  coveredNames,
  type SigningIdentity,
  signingStringOf,
  signRequest,
} from '../../packages/toolkit/src/sign.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';

type Json = Readonly<Record<string, unknown>>;

const debtor = { bban: '95360573002', currency: 'NOK' };

/** By the session of the page. */
async function ask(page: Page, query: string, variables: Json = {}): Promise<Json> {
  const answer = await page.evaluate(
    async ({ query, variables }) => {
      const response = await fetch('graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-console-request': '1' },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as { data?: Json; errors?: unknown };
    },
    { query, variables },
  );
  if (answer.errors || !answer.data) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

const psu = () => ({
  psuId: crypto.randomUUID(),
  sessionId: crypto.randomUUID(),
  redirectUri: 'http://localhost:8080/return',
  ipAddress: '127.0.0.1',
  context: 'PRIVATE',
});

async function create(page: Page, kind: string, input: Json): Promise<string> {
  const data = await ask(
    page,
    `mutation ($input: Create${kind}PaymentInput!) { made: create${kind}Payment(input: $input) { payment { paymentId } tppMessages { code path text } } }`,
    { input: { psu: psu(), debtorAccount: debtor, ...input } },
  );
  const made = data.made as { payment: { paymentId: string } | null; tppMessages: unknown };
  if (!made.payment) throw new Error(JSON.stringify(made.tppMessages));
  return made.payment.paymentId;
}

async function start(page: Page, paymentId: string): Promise<string> {
  const data = await ask(
    page,
    'mutation ($paymentId: String!) { startAuthorisation(input: { paymentId: $paymentId }) { authorisation { authorisationId } tppMessages { text } } }',
    { paymentId },
  );
  const { authorisation } = data.startAuthorisation as { authorisation: { authorisationId: string } };
  return authorisation.authorisationId;
}

async function answer(page: Page, paymentId: string, outcome: 'APPROVE' | 'REJECT'): Promise<void> {
  const authorisationId = await start(page, paymentId);
  await ask(
    page,
    'mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { tppMessages { text } } }',
    { input: { authorisationId, outcome } },
  );
}

const to = (creditorName: string, amount: string, text: string, bban = '86011117947') => ({
  instructedAmount: { amount, currency: 'NOK' },
  creditorName,
  creditorAccount: { bban, currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  remittanceInformationUnstructured: text,
});

const advance = (page: Page, by: string) =>
  ask(page, 'mutation ($by: String!) { advanceSandboxClock(input: { by: $by }) { sandboxClock } }', { by });

const payees = [
  'Kari Nordmann',
  'Bergen Kaffebrenneri',
  'Oslo Sporveier',
  'Fjordfisk AS',
  'Nordlys Strøm',
  'Huseierne',
];

/** The last request has a line break too many at the end of its signing string. */
async function sendRequests(page: Page, base: string, identity: SigningIdentity): Promise<string> {
  const url = (path: string) => new URL(path, base).href;
  const body = JSON.stringify(instantDomestic.example);
  const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
  const psuHeaders = {
    'psu-id': crypto.randomUUID(),
    'tpp-session-id': 'session-1',
    'tpp-redirect-uri': 'http://localhost:8080/return',
    'psu-ip-address': '192.0.2.7',
    'psu-context': 'PRIVATE',
    'x-accept-fix': 'amount-as-string',
  };
  await send({ method: 'GET', url: url('/v1/sandbox/customers') }, identity);
  await send({ method: 'POST', url: url(path), body, headers: psuHeaders }, identity);
  await send({ method: 'POST', url: url(path), body, headers: psuHeaders }, identity);
  await send({ method: 'POST', url: url(path), body: '{}', headers: psuHeaders }, identity);
  await send({ method: 'GET', url: url(`${path}/unknown`) }, identity);
  const request = { method: 'POST', url: url(path), body, headers: psuHeaders };
  const headers = signRequest(request, identity);
  const text = `${signingStringOf(request, headers, coveredNames(headers))}\n`;
  const own = sign('RSA-SHA256', Buffer.from(text), identity.privateKeyPem).toString('base64');
  const signature = headers.get('signature') ?? '';
  headers.set('signature', signature.replace(/signature="[^"]*"/, `signature="${own}"`));
  await sendSigned(request, headers);
  const data = await ask(
    page,
    '{ requestLog(first: 1, filter: { code: "SIGNATURE_INVALID" }) { nodes { id } } }',
  );
  return (data.requestLog as { nodes: { id: string }[] }).nodes[0]?.id ?? 'unknown';
}

/** A purchase every other day up to today, and a refund. */
async function shop(page: Page, resourceId: string, today: string): Promise<void> {
  const transactions = [1_249, 389, 2_100, -389, 764, 158].map((amount, index, { length }) => {
    const day = new Date(Date.parse(today) - 2 * (length - 1 - index) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const money = { currency: 'NOK', amount };
    const name = payees[index % payees.length] ?? '';
    return {
      cardTransactionId: `card-${index}`,
      terminalId: '',
      bookingDate: day,
      transactionDate: day,
      transactionAmount: money,
      originalAmount: money,
      merchantCategoryCode: '5411',
      cardAcceptorId: name,
      cardAcceptorAddress: { country: 'NO' },
      maskedPan: '',
      transactionDetails: name,
      invoiced: false,
      proprietaryBankTransactionCode: 'PURCHASE',
    };
  });
  await ask(
    page,
    'mutation ($input: CreateSandboxCardTransactionsInput!) { createSandboxCardTransactions(input: $input) { tppMessages { text } } }',
    { input: { resourceId, transactions } },
  );
}

export async function playDay(
  page: Page,
  base: string,
  identity: SigningIdentity,
): Promise<Readonly<Record<string, string>>> {
  for (let day = 0; day < 6; day += 1) {
    for (const [index, name] of payees.entries()) {
      if ((index + day) % 3 === 0) continue;
      const amount = `${(index + 2) * 131 + day * 17}.${(day * 13 + 10) % 90}`.padEnd(6, '0');
      const id = await create(
        page,
        index % 2 ? 'Domestic' : 'Instant',
        to(name, amount, `Invoice ${day}${index}`),
      );
      await answer(page, id, (index + day) % 5 === 4 ? 'REJECT' : 'APPROVE');
    }
    await advance(page, 'P1D');
  }
  const { viewer } = (await ask(page, '{ viewer { clock } }')) as { viewer: { clock: string } };
  const today = viewer.clock.slice(0, 10);
  const { creditorAddress: _, ...rent } = to('Huseierne', '12500.00', 'Rent');
  const periodic = await create(page, 'Periodic', {
    ...rent,
    startDate: today,
    frequency: 'Monthly',
    dayOfExecution: '25',
  });
  await answer(page, periodic, 'APPROVE');
  const bulk = await create(page, 'Bulk', {
    paymentInformationId: 'SALARY-11',
    payments: payees.map((name, index) => ({
      ...to(index === 2 ? 'Scenario Rejected' : name, `${28_000 + index * 950}.00`, `Salary ${index}`),
      creditorAddress: { country: 'NO', townName: 'Oslo' },
      endToEndIdentification: `E2E-${index}`,
    })),
  });
  await answer(page, bulk, 'APPROVE');
  // Over the weekend to Monday's batch runs.
  await advance(page, 'P4D');
  await answer(
    page,
    await create(page, 'Domestic', to('Nordlys Strøm', '1840.25', 'Electricity')),
    'APPROVE',
  );
  const waiting = await create(page, 'Instant', to('Kari Nordmann', '125.50', 'Lunch'));
  await start(page, waiting);
  const inBasket: string[] = [];
  const psuOfBasket = psu();
  for (const [index, name] of payees.slice(0, 3).entries())
    inBasket.push(
      await create(page, 'Domestic', {
        ...to(name, `${400 + index * 75}.00`, `Basket ${index}`),
        psu: psuOfBasket,
      }),
    );
  const basket = await ask(
    page,
    'mutation ($input: CreateSigningBasketInput!) { createSigningBasket(input: $input) { signingBasket { basketId } tppMessages { text } } }',
    { input: { paymentIds: inBasket.slice(0, 2), psu: psuOfBasket } },
  );
  const { basketId } = (basket.createSigningBasket as { signingBasket: { basketId: string } }).signingBasket;
  const { nodes: accounts } = (
    await ask(page, '{ sandboxAccounts(first: 10) { nodes { resourceId bban } } }')
  ).sandboxAccounts as { nodes: { resourceId: string; bban: string }[] };
  const { nodes: cards } = (await ask(page, '{ sandboxCardAccounts(first: 1) { nodes { resourceId } } }'))
    .sandboxCardAccounts as { nodes: { resourceId: string }[] };
  const [card] = cards;
  await shop(page, card?.resourceId ?? '', today);
  const account = accounts.find(({ bban }) => bban === debtor.bban)?.resourceId;
  const refused = await sendRequests(page, base, identity);
  return {
    overview: `${base}#/overview`,
    create: `${base}#/create?product=INDCTS&creditor=Kari Nordmann`,
    'create-bulk': `${base}#/create?product=BULK_NDCT`,
    baskets: `${base}#/baskets`,
    basket: `${base}#/baskets/${basketId}`,
    customers: `${base}#/customers`,
    account: `${base}#/accounts/${account}`,
    time: `${base}#/time`,
    scenarios: `${base}#/scenarios`,
    certificates: `${base}#/certificates`,
    requests: `${base}#/requests`,
    request: `${base}#/requests/${refused}`,
    card: `${base}#/cards/${card?.resourceId}`,
    payments: `${base}#/payments`,
    payment: `${base}#/payments/${waiting}`,
    'payment-bulk': `${base}#/payments/${bulk}`,
    'payment-periodic': `${base}#/payments/${periodic}`,
  };
}
