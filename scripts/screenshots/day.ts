/** Plays a small day in the sandbox; returns the screens for pictures. */
import { sign } from 'node:crypto';
import { instantPath } from '../../packages/toolkit/src/payments.ts';
import { sendSigned } from '../../packages/toolkit/src/send.ts';
import { coveredNames, signingStringOf, signRequest } from '../../packages/toolkit/src/sign.ts';
import type { TestBank, TestTpp } from '../../packages/toolkit/src/testing.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';

type Json = Readonly<Record<string, unknown>>;

interface DayPayment {
  readonly paymentId: string;
  readonly links: { readonly self: { readonly href: string } };
}

const debtor = { bban: '95360573002', currency: 'NOK' };

const psu = () => ({
  psuId: crypto.randomUUID(),
  sessionId: crypto.randomUUID(),
  redirectUri: 'http://localhost:8080/return',
  ipAddress: '127.0.0.1',
  context: 'PRIVATE',
});

async function create(tpp: TestTpp, kind: string, input: Json): Promise<DayPayment> {
  const { creation } = await tpp.graphql<{ creation: { payment: DayPayment | null; tppMessages: unknown } }>(
    `mutation ($input: Create${kind}PaymentInput!) { creation: create${kind}Payment(input: $input) { payment { paymentId links { self { href } } } tppMessages { code path text } } }`,
    { input: { psu: psu(), debtorAccount: debtor, ...input } },
  );
  if (!creation.payment) throw new Error(JSON.stringify(creation.tppMessages));
  return creation.payment;
}

const to = (creditorName: string, amount: string, text: string, bban = '86011117947') => ({
  instructedAmount: { amount, currency: 'NOK' },
  creditorName,
  creditorAccount: { bban, currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  remittanceInformationUnstructured: text,
});

const payees = [
  'Kari Nordmann',
  'Bergen Kaffebrenneri',
  'Oslo Sporveier',
  'Fjordfisk AS',
  'Nordlys Strøm',
  'Huseierne',
];

/** The last request has a line break too many in its signing string. Returns its id in the log. */
async function sendRequests({ url, demo }: TestBank): Promise<string> {
  const body = JSON.stringify(instantDomestic.example);
  const headers = demo.psuHeaders();
  await demo.request('GET', '/v1/sandbox/customers');
  await demo.request('POST', instantPath, { body, headers });
  await demo.request('POST', instantPath, { body, headers });
  await demo.request('POST', instantPath, { body: '{}', headers });
  await demo.request('GET', `${instantPath}/unknown`);
  const request = { method: 'POST', url: `${url}${instantPath}`, body, headers };
  const signedHeaders = signRequest(request, demo.identity);
  const text = `${signingStringOf(request, signedHeaders, coveredNames(signedHeaders))}\n`;
  const own = sign('RSA-SHA256', Buffer.from(text), demo.identity.privateKeyPem).toString('base64');
  const signature = signedHeaders.get('signature') ?? '';
  signedHeaders.set('signature', signature.replace(/signature="[^"]*"/, `signature="${own}"`));
  await sendSigned(request, signedHeaders);
  const { requestLog } = await demo.graphql<{ requestLog: { nodes: { id: string }[] } }>(
    '{ requestLog(first: 1, filter: { code: "SIGNATURE_INVALID" }) { nodes { id } } }',
  );
  return requestLog.nodes[0]?.id ?? 'unknown';
}

/** A purchase every other day up to today, and a refund. */
async function shop(tpp: TestTpp, resourceId: string, today: string): Promise<void> {
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
  await tpp.graphql(
    'mutation ($input: CreateSandboxCardTransactionsInput!) { createSandboxCardTransactions(input: $input) { tppMessages { text } } }',
    { input: { resourceId, transactions } },
  );
}

/** Two of three payments of one PSU are in the basket. */
async function fillBasket(tpp: TestTpp): Promise<string> {
  const psuOfBasket = psu();
  const paymentIds: string[] = [];
  for (const [index, name] of payees.slice(0, 3).entries()) {
    const input = { ...to(name, `${400 + index * 75}.00`, `Basket ${index}`), psu: psuOfBasket };
    paymentIds.push((await create(tpp, 'Domestic', input)).paymentId);
  }
  const { createSigningBasket } = await tpp.graphql<{
    createSigningBasket: { signingBasket: { basketId: string } };
  }>(
    'mutation ($input: CreateSigningBasketInput!) { createSigningBasket(input: $input) { signingBasket { basketId } tppMessages { text } } }',
    { input: { paymentIds: paymentIds.slice(0, 2), psu: psuOfBasket } },
  );
  return createSigningBasket.signingBasket.basketId;
}

export async function playDay(bank: TestBank): Promise<Readonly<Record<string, string>>> {
  const { demo } = bank;
  for (let day = 0; day < 6; day += 1) {
    for (const [index, name] of payees.entries()) {
      if ((index + day) % 3 === 0) continue;
      const amount = `${(index + 2) * 131 + day * 17}.${(day * 13 + 10) % 90}`.padEnd(6, '0');
      const kind = index % 2 ? 'Domestic' : 'Instant';
      const payment = await create(demo, kind, to(name, amount, `Invoice ${day}${index}`));
      await demo.authorise(payment.links.self.href, (index + day) % 5 === 4 ? 'REJECT' : 'APPROVE');
    }
    await demo.advanceClock('P1D');
  }
  const { viewer } = await demo.graphql<{ viewer: { clock: string } }>('{ viewer { clock } }');
  const today = viewer.clock.slice(0, 10);
  const { creditorAddress: _, ...rent } = to('Huseierne', '12500.00', 'Rent');
  const plan = { startDate: today, frequency: 'Monthly', dayOfExecution: '25' };
  const periodic = await create(demo, 'Periodic', { ...rent, ...plan });
  await demo.authorise(periodic.links.self.href);
  const bulk = await create(demo, 'Bulk', {
    paymentInformationId: 'SALARY-11',
    payments: payees.map((name, index) => ({
      ...to(index === 2 ? 'Scenario Rejected' : name, `${28_000 + index * 950}.00`, `Salary ${index}`),
      creditorAddress: { country: 'NO', townName: 'Oslo' },
      endToEndIdentification: `E2E-${index}`,
    })),
  });
  await demo.authorise(bulk.links.self.href);
  // Over the weekend to Monday's batch runs.
  await demo.advanceClock('P4D');
  const electricity = await create(demo, 'Domestic', to('Nordlys Strøm', '1840.25', 'Electricity'));
  await demo.authorise(electricity.links.self.href);
  const waiting = await create(demo, 'Instant', to('Kari Nordmann', '125.50', 'Lunch'));
  await demo.request('POST', `${waiting.links.self.href}/authorisations`);
  const basketId = await fillBasket(demo);
  const { accounts, cards } = await demo.graphql<
    Record<'accounts' | 'cards', { nodes: { resourceId: string; bban?: string }[] }>
  >(
    '{ accounts: sandboxAccounts(first: 10) { nodes { resourceId bban } } cards: sandboxCardAccounts(first: 1) { nodes { resourceId } } }',
  );
  const card = cards.nodes[0]?.resourceId ?? '';
  await shop(demo, card, today);
  const account = accounts.nodes.find(({ bban }) => bban === debtor.bban)?.resourceId;
  const refused = await sendRequests(bank);
  const base = `${bank.url}/`;
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
    card: `${base}#/cards/${card}`,
    payments: `${base}#/payments`,
    payment: `${base}#/payments/${waiting.paymentId}`,
    'payment-bulk': `${base}#/payments/${bulk.paymentId}`,
    'payment-periodic': `${base}#/payments/${periodic.paymentId}`,
  };
}
