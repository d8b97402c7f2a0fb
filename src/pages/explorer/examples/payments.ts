import type { Product } from '../../../domain/payments/product.ts';
import { products } from '../../../domain/payments/products/list.ts';
import { type Example, mutation } from './example.ts';

/** In the examples, the explorer replaces this address with that of the service. */
export const exampleAddress = 'http://localhost:4000';

const psu = {
  psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  sessionId: 'explorer',
  redirectUri: `${exampleAddress}/sandbox/return`,
  ipAddress: '127.0.0.1',
  context: 'PRIVATE',
};

/** Several products may share a mutation. The mutation then has one example, with the values of the first product. */
const isFirstOfMutation = ({ graphql }: Product, index: number): boolean =>
  products.findIndex((product) => product.graphql.mutation === graphql.mutation) === index;

const creations: readonly Example[] = products
  .filter(isFirstOfMutation)
  .map(({ graphql, description, example }) =>
    mutation(graphql.mutation, {
      comment: description,
      selection: 'payment { paymentId transactionStatus }',
      links: 'self { href } startAuthorisation { href } scaRedirect { href }',
      input: { ...example, psu },
    }),
  );

const approvals: readonly Example[] = [
  mutation('startAuthorisation', {
    comment:
      'The PSU approves at links.scaRedirect. To approve a whole basket, send basketId instead of paymentId',
    selection: 'authorisation { authorisationId scaStatus expiresAt }',
    links: 'scaRedirect { href }',
    input: { paymentId: '<paymentId>' },
  }),
  mutation('completeAuthorisation', {
    comment: 'Sandbox: approve or reject as the PSU, or let the authorisation expire',
    selection: 'authorisation { scaStatus }',
    input: { authorisationId: '<authorisationId>', outcome: 'APPROVE' },
  }),
];

const reads: readonly Example[] = [
  {
    name: 'Payment',
    query: `# Read a payment and its status
query Payment($paymentId: String!) {
  payment(paymentId: $paymentId) {
    __typename paymentId product transactionStatus fundsAvailable
    statusHistory { from to at reason }
    links { self { href verbs } status { href } startAuthorisation { href } }
    ... on PeriodicPayment { upcomingExecutions(first: 5) { date nominalDate reason } }
    ... on BulkPayment { entries { index transactionStatus reason } }
  }
}`,
    variables: { paymentId: '<paymentId>' },
  },
  {
    name: 'PaymentStatusChanged',
    query: `# Follow a payment by server-sent events. Without paymentId, follow all payments of the TPP
subscription PaymentStatusChanged($paymentId: String) {
  paymentStatusChanged(paymentId: $paymentId) { paymentId transactionStatus }
}`,
    variables: {},
  },
  {
    name: 'BasketStatusChanged',
    query: `# Follow a signing basket by server-sent events
subscription BasketStatusChanged($basketId: String!) {
  basketStatusChanged(basketId: $basketId) { basketId transactionStatus }
}`,
    variables: { basketId: '<basketId>' },
  },
];

const cancellations: readonly Example[] = [
  mutation('cancelPayment', {
    comment: 'Cancel a payment. An approved payment also needs a cancellation authorisation',
    selection: 'payment { paymentId transactionStatus }',
    links: 'startAuthorisation { href }',
    input: { paymentId: '<paymentId>' },
  }),
  mutation('startCancellationAuthorisation', {
    comment: 'Start the approval with which the PSU cancels an approved payment',
    selection: 'authorisation { authorisationId scaStatus }',
    links: 'scaRedirect { href }',
    input: { paymentId: '<paymentId>' },
  }),
];

const baskets: readonly Example[] = [
  mutation('createSigningBasket', {
    comment: 'Create a basket of one to ten unapproved payments',
    selection: 'signingBasket { basketId transactionStatus payments { paymentId transactionStatus } }',
    links: 'startAuthorisation { href }',
    input: { paymentIds: ['<paymentId>'], psu },
  }),
  {
    name: 'SigningBaskets',
    query: `# List the baskets of the calling TPP, newest first
query SigningBaskets($first: Int) {
  signingBaskets(first: $first) {
    edges { node { basketId transactionStatus payments { paymentId transactionStatus } } }
  }
}`,
    variables: { first: 10 },
  },
  mutation('deleteSigningBasket', {
    comment: 'Delete a basket that is not approved',
    selection: 'signingBasket { basketId transactionStatus }',
    input: { basketId: '<basketId>' },
  }),
];

export const paymentExamples: readonly Example[] = [
  {
    name: 'Payments',
    query: `# List the payments of the calling TPP, newest first
query Payments($first: Int, $filter: PaymentFilter) {
  viewer { tppId name roles clock }
  payments(first: $first, filter: $filter) {
    edges { node { paymentId product transactionStatus totalAmount { amount currency } creditorNames createdAt
      statusHistory { from to at reason } basket { basketId transactionStatus } } }
    pageInfo { hasNextPage endCursor }
  }
}`,
    variables: { first: 10, filter: {} },
  },
  ...creations,
  ...reads,
  ...approvals,
  ...cancellations,
  ...baskets,
];
