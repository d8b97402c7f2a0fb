/** GraphQL beside servers that check nothing: a creation, and a page of payments with what belongs to them. */

import { demoTppId } from '../lib/fill.mjs';
import { creationHeaders } from '../lib/requests.mjs';
import { measureRounds, sharesOf } from '../lib/rounds.mjs';
import { consoleToken } from '../lib/service.mjs';

const pageSize = 20;

export const ownCreation = `mutation ($input: CreateInstantPaymentInput!) {
  createInstantPayment(input: $input) { payment { paymentId transactionStatus } } }`;

const rowFields = `paymentId product transactionStatus createdAt debtorName
  totalAmount { amount currency } debtorAccount { bban iban currency } statusHistory { from to at reason }
  basket { basketId payments { paymentId transactionStatus } }
  links { self { href } status { href } startAuthorisation { href } }`;

const ownList = `query ($after: String) { payments(first: ${pageSize}, after: $after) { edges { node { ${rowFields} } } } }`;
const plainList = `query ($after: String) { payments(first: ${pageSize}, after: $after) { ${rowFields} } }`;

const postgraphileCreation = `mutation ($input: CreatePaymentInput!) {
  createPayment(input: $input) { payment { paymentId status } } }`;

const postgraphilePage = `allPayments(first: ${pageSize}, after: $after, condition: { tppId: "${demoTppId}" },
  orderBy: [CREATED_AT_DESC, PAYMENT_ID_DESC])`;
const postgraphileList = `query ($after: Cursor) { ${postgraphilePage} { nodes {
  paymentId product status createdAt debtorName amount currency debtorAccount
  paymentStatusChangesByPaymentId(orderBy: SEQUENCE_ASC) { nodes { fromStatus toStatus at reason } }
  signingBasketPaymentsByPaymentId(first: 1) { nodes { signingBasketByBasketId { basketId
    signingBasketPaymentsByBasketId(orderBy: POSITION_ASC) { nodes { paymentByPaymentId { paymentId status } } } } } }
  links { self { href } status { href } startAuthorisation { href } } } } }`;

/** How to find the place after a page. */
const ends = {
  own: {
    query: `query ($after: String) { payments(first: ${pageSize}, after: $after) { pageInfo { endCursor } } }`,
    of: ({ payments }) => payments.pageInfo.endCursor,
  },
  postgraphile: {
    query: `query ($after: Cursor) { ${postgraphilePage} { pageInfo { endCursor } } }`,
    of: ({ allPayments }) => allPayments.pageInfo.endCursor,
  },
  plain: {
    query: `query ($after: String) { payments(first: ${pageSize}, after: $after) { createdAt } }`,
    of: ({ payments }) => payments.at(-1).createdAt,
  },
};
const pagesRead = 50;

/** Places of so many pages, so that no two requests at once ask for the same. */
async function pagesOf(port, { path = '/graphql', headers = {} }, { query, of }) {
  const pages = [null];
  while (pages.length < pagesRead) {
    const body = JSON.stringify({ query, variables: { after: pages.at(-1) } });
    const all = { 'content-type': 'application/json', ...headers };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: all, body });
    pages.push(of((await response.json()).data));
  }
  return pages;
}

async function run(stage, settings, { own, others }) {
  const started = [await stage.startService()];
  try {
    const [service] = started;
    const token = await consoleToken(service, stage.tpp.identity);
    const contenders = [{ name: 'service', server: service, ...own({ ...stage.tpp, token }) }];
    for (const [name, asked] of Object.entries(others)) {
      const server = await stage.startContender(name);
      started.push(server);
      contenders.push({ name, server, cycle: false, ...asked });
    }
    for (const { server, options, end } of contenders)
      if (end) options.pages = await pagesOf(server.port, options, end);
    return sharesOf(await measureRounds({ ...stage, ...settings, contenders }));
  } finally {
    await stage.load.close();
    await Promise.all(started.map((server) => server.stop()));
  }
}

const asked = (has, count, options) => ({
  kind: 'graphql',
  count,
  expect: { status: 200, has, lacks: '"errors"' },
  options,
});

/** As many of each contender: what a checkpoint costs the first writes, and a collection some later ones, falls on all alike. */
const created = (has, options) => asked(has, 4_000, options);
const listed = (end, options) => ({ ...asked('"paymentId"', 1_000, options), end });

export const graphqlCreation = {
  title:
    'CPU of a creation by GraphQL as a share of the service (the others check nothing; limit: without signature and GraphQL)',
  run: (stage, settings) =>
    run(stage, settings, {
      own: ({ psu, token }) =>
        created('"RCVD"', {
          query: ownCreation,
          creates: 'input',
          requestIds: true,
          headers: { ...creationHeaders(psu), authorization: `Bearer ${token}` },
        }),
      others: {
        apollo: created('"RCVD"', { path: '/', query: ownCreation, creates: 'input' }),
        postgraphile: created('"RCVD"', { query: postgraphileCreation, creates: 'row' }),
        mercurius: created('"RCVD"', { query: ownCreation, creates: 'input' }),
        limit: created('"paymentId"', { query: ownCreation, creates: 'input' }),
      },
    }),
};

export const list = {
  title: `list of ${pageSize} payments with history, basket, account and links, GraphQL (the others check nothing)`,
  run: (stage, settings) =>
    run(stage, settings, {
      own: ({ token }) => listed(ends.own, { query: ownList, headers: { authorization: `Bearer ${token}` } }),
      others: {
        apollo: listed(ends.plain, { path: '/', query: plainList }),
        postgraphile: listed(ends.postgraphile, { query: postgraphileList }),
        mercurius: listed(ends.plain, { query: plainList }),
      },
    }),
};
