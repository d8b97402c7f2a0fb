/** GraphQL beside servers that check nothing: a creation, and a page of payments with what belongs to them. */

import { demoTppId } from '../lib/fill.mjs';
import { creationHeaders } from '../lib/requests.mjs';
import { measureRounds, sharesOf } from '../lib/rounds.mjs';
import { consoleToken } from '../lib/service.mjs';

const pageSize = 20;

const ownCreation = `mutation ($input: CreateInstantPaymentInput!) {
  createInstantPayment(input: $input) { payment { paymentId transactionStatus } } }`;

const rowFields = `paymentId product transactionStatus createdAt debtorName
  totalAmount { amount currency } debtorAccount { bban iban currency } statusHistory { from to at reason }
  basket { basketId payments { paymentId transactionStatus } }
  links { self { href } status { href } startAuthorisation { href } }`;

const ownList = `{ payments(first: ${pageSize}) { edges { node { ${rowFields} } } } }`;
const plainList = `{ payments(first: ${pageSize}) { ${rowFields} } }`;

const postgraphileCreation = `mutation ($input: CreatePaymentInput!) {
  createPayment(input: $input) { payment { paymentId status } } }`;

const postgraphileList = `{ allPayments(first: ${pageSize}, condition: { tppId: "${demoTppId}" },
  orderBy: [CREATED_AT_DESC, PAYMENT_ID_DESC]) { nodes {
  paymentId product status createdAt debtorName amount currency debtorAccount
  paymentStatusChangesByPaymentId(orderBy: SEQUENCE_ASC) { nodes { fromStatus toStatus at reason } }
  signingBasketPaymentsByPaymentId(first: 1) { nodes { signingBasketByBasketId { basketId
    signingBasketPaymentsByBasketId(orderBy: POSITION_ASC) { nodes { paymentByPaymentId { paymentId status } } } } } }
  links { self { href } status { href } startAuthorisation { href } } } } }`;

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
    return sharesOf(await measureRounds({ ...stage, ...settings, contenders }));
  } finally {
    await stage.load.close();
    await Promise.all(started.map((server) => server.stop()));
  }
}

const asked = (status, has, count, options) => ({
  kind: 'graphql',
  count,
  expect: { status, has, lacks: '"errors"' },
  options,
});

export const graphqlCreation = {
  title:
    'CPU of a creation by GraphQL as a share of the service (the others check nothing; limit: without signature and GraphQL)',
  run: (stage, settings) =>
    run(stage, settings, {
      own: ({ psu, token }) =>
        asked(200, '"RCVD"', 1_500, {
          query: ownCreation,
          creates: 'input',
          requestIds: true,
          headers: { ...creationHeaders(psu), authorization: `Bearer ${token}` },
        }),
      others: {
        apollo: asked(200, '"RCVD"', 4_000, { path: '/', query: ownCreation, creates: 'input' }),
        postgraphile: asked(200, '"RCVD"', 4_000, { query: postgraphileCreation, creates: 'row' }),
        mercurius: asked(200, '"RCVD"', 4_000, { query: ownCreation, creates: 'input' }),
        limit: asked(200, '"paymentId"', 8_000, { query: ownCreation, creates: 'input' }),
      },
    }),
};

export const list = {
  title: `list of ${pageSize} payments with history, basket, account and links, GraphQL (the others check nothing)`,
  run: (stage, settings) =>
    run(stage, settings, {
      own: ({ token }) =>
        asked(200, '"paymentId"', 800, { query: ownList, headers: { authorization: `Bearer ${token}` } }),
      others: {
        apollo: asked(200, '"paymentId"', 800, { path: '/', query: plainList }),
        postgraphile: asked(200, '"paymentId"', 800, { query: postgraphileList }),
        mercurius: asked(200, '"paymentId"', 1_500, { query: plainList }),
      },
    }),
};
