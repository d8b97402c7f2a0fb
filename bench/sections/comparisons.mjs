/** Compares the service with the lower limit and with GraphQL servers that check nothing: a creation, a status, a list. */
import { randomUUID } from 'node:crypto';
import { withDatabase } from '../lib/cluster.mjs';
import { demoTppId, newestPaymentIds } from '../lib/fill.mjs';
import { creationHeaders, graphqlRequests, nextPayment, requestsOf } from '../lib/requests.mjs';
import { measureRounds, sharesOf } from '../lib/rounds.mjs';
import { consoleToken } from '../lib/service.mjs';

const pageSize = 20;
/** Enough that concurrent requests never ask for the same payment. */
const pagesRead = 50;

/** `asked` makes the request from a contender's name and server. */
async function compare(stage, settings, others, asked) {
  const started = [await stage.startService()];
  try {
    for (const name of others) started.push(await stage.startContender(name));
    const contenders = [];
    for (const [at, name] of ['service', ...others].entries())
      contenders.push({ name, server: started[at], ...(await asked(name, started[at])) });
    return sharesOf(await measureRounds(contenders, { ...stage, ...settings }));
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

/** Compares signed REST with the limit. */
const beside = (stage, settings, asked) => compare(stage, settings, ['limit'], () => asked);

export const creation = {
  title: 'signed creation, REST',
  run: (stage, settings) =>
    beside(stage, settings, {
      request: requestsOf(stage.tpp).creation(),
      count: 4_000,
      expect: { status: 201, has: '"paymentId"' },
    }),
};

export const status = {
  title: 'signed status, REST',
  async run(stage, settings) {
    const paymentIds = await withDatabase(stage.template, (sql) => newestPaymentIds(sql, { count: 1_000 }));
    const request = requestsOf(stage.tpp).read(paymentIds, '/status');
    const expect = { status: 200, has: '"transactionStatus"' };
    return beside(stage, settings, { request, count: 8_000, expect });
  },
};

/** Documents by contender. `end` asks where a page ends. */
const graphql = (stage, settings, documents, count) =>
  compare(stage, settings, Object.keys(documents).slice(1), async (name, server) => {
    const { headers = () => ({}), ...document } = documents[name];
    const token =
      name === 'service' ? { authorization: `Bearer ${await consoleToken(server, stage.tpp)}` } : {};
    const asked = { ...document, headers: { ...headers(stage.tpp), ...token } };
    const cursors = asked.end ? await cursorsOf(server, asked) : [];
    const variables = (number) => ({ after: cursors[number % pagesRead] });
    const request = graphqlRequests({ variables, ...asked });
    return { request, count, expect: { status: 200, has: '"paymentId"', lacks: '"errors"' } };
  });

async function cursorsOf({ port }, { end: query, endOf, ...asked }) {
  const cursors = [null];
  while (cursors.length < pagesRead) {
    const request = graphqlRequests({ ...asked, query, variables: () => ({ after: cursors.at(-1) }) })(0);
    const response = await fetch(`http://127.0.0.1:${port}${request.path}`, request);
    cursors.push(endOf((await response.json()).data));
  }
  return cursors;
}

const plainCreation = `mutation ($input: CreateInstantPaymentInput!) {
  createInstantPayment(input: $input) { payment { paymentId transactionStatus } } }`;
const plain = { query: plainCreation, variables: () => ({ input: nextPayment() }) };

/** PostGraphile takes the columns of the table. */
function newRow() {
  const instruction = nextPayment();
  const { instructedAmount, debtorAccount, creditorName } = instruction;
  const own = { paymentId: randomUUID(), tppId: demoTppId, product: 'INDCTS', status: 'RCVD' };
  const createdAt = new Date().toISOString();
  return { ...own, ...instructedAmount, debtorAccount, creditorName, instruction, createdAt };
}

const creations = {
  service: { ...plain, requestIds: true, headers: ({ psu }) => creationHeaders(psu) },
  apollo: { ...plain, path: '/' },
  postgraphile: {
    query: `mutation ($input: CreatePaymentInput!) {
      createPayment(input: $input) { payment { paymentId status } } }`,
    variables: () => ({ input: { payment: newRow() } }),
  },
  mercurius: plain,
  limit: plain,
};

export const graphqlCreation = {
  title: 'creation by GraphQL (the others check nothing; limit: without signature and GraphQL)',
  // Equal counts, so that checkpoints and garbage collection affect all equally.
  run: (stage, settings) => graphql(stage, settings, creations, 4_000),
};

const rowFields = `paymentId product transactionStatus createdAt debtorName
  totalAmount { amount currency } debtorAccount { bban iban currency } statusHistory { from to at reason }
  basket { basketId payments { paymentId transactionStatus } }
  links { self { href } status { href } startAuthorisation { href } }`;
const page = `payments(first: ${pageSize}, after: $after)`;
const postgraphilePage = `allPayments(first: ${pageSize}, after: $after, condition: { tppId: "${demoTppId}" },
  orderBy: [CREATED_AT_DESC, PAYMENT_ID_DESC])`;

const plainList = {
  query: `query ($after: String) { ${page} { ${rowFields} } }`,
  end: `query ($after: String) { ${page} { createdAt } }`,
  endOf: ({ payments }) => payments.at(-1).createdAt,
};
const lists = {
  service: {
    query: `query ($after: String) { ${page} { edges { node { ${rowFields} } } } }`,
    end: `query ($after: String) { ${page} { pageInfo { endCursor } } }`,
    endOf: ({ payments }) => payments.pageInfo.endCursor,
  },
  apollo: { ...plainList, path: '/' },
  postgraphile: {
    query: `query ($after: Cursor) { ${postgraphilePage} { nodes {
      paymentId product status createdAt debtorName amount currency debtorAccount
      paymentStatusChangesByPaymentId(orderBy: SEQUENCE_ASC) { nodes { fromStatus toStatus at reason } }
      signingBasketPaymentsByPaymentId(first: 1) { nodes { signingBasketByTppIdAndBasketId { basketId
        signingBasketPaymentsByTppIdAndBasketId(orderBy: POSITION_ASC) {
          nodes { paymentByPaymentId { paymentId status } } } } } }
      links { self { href } status { href } startAuthorisation { href } } } } }`,
    end: `query ($after: Cursor) { ${postgraphilePage} { pageInfo { endCursor } } }`,
    endOf: ({ allPayments }) => allPayments.pageInfo.endCursor,
  },
  mercurius: plainList,
};

export const list = {
  title: `list of ${pageSize} payments with history, basket, account and links, GraphQL (the others check nothing)`,
  run: (stage, settings) => graphql(stage, settings, lists, 1_000),
};
