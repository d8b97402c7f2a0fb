/** Examples of payments, baskets and their approval, in the order in which they lead to each other. */
import { products } from '../../../domain/payments/products/list.ts';
import type { Example } from './example.ts';

const psu = {
  psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  sessionId: 'explorer',
  redirectUri: 'http://localhost:4000/sandbox/return',
  ipAddress: '127.0.0.1',
  context: 'PRIVATE',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A creation for every mutation, with the example of its first product. */
const creations: readonly Example[] = [...new Set(products.map((product) => product.graphql.mutation))].map(
  (mutation) => {
    const product = products.find((one) => one.graphql.mutation === mutation);
    return {
      name: capital(mutation),
      query: `# ${product?.description}
mutation ${capital(mutation)}($input: ${capital(mutation)}Input!) {
  ${mutation}(input: $input) {
    payment { paymentId transactionStatus }
    tppMessages { category code path text }
    links { self { href } startAuthorisation { href } scaRedirect { href } }
  }
}`,
      variables: { input: { ...product?.example, psu } },
    };
  },
);

const approval: readonly Example[] = [
  {
    name: 'StartAuthorisation',
    query: `# The PSU approves at links.scaRedirect; with basketId in the place of paymentId a whole basket
mutation StartAuthorisation($input: StartAuthorisationInput!) {
  startAuthorisation(input: $input) {
    authorisation { authorisationId scaStatus expiresAt }
    tppMessages { category code path text }
    links { scaRedirect { href } }
  }
}`,
    variables: { input: { paymentId: '<paymentId>' } },
  },
  {
    name: 'CompleteAuthorisation',
    query: `# Sandbox: approve, reject or let expire in the place of the PSU
mutation CompleteAuthorisation($input: CompleteAuthorisationInput!) {
  completeAuthorisation(input: $input) {
    authorisation { scaStatus }
    tppMessages { category code path text }
  }
}`,
    variables: { input: { authorisationId: '<authorisationId>', outcome: 'APPROVE' } },
  },
];

const reading: readonly Example[] = [
  {
    name: 'Payment',
    query: `# A payment and its status
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
    query: `# Follow a payment, over server-sent events; without paymentId all payments of the TPP
subscription PaymentStatusChanged($paymentId: String) {
  paymentStatusChanged(paymentId: $paymentId) { paymentId transactionStatus }
}`,
    variables: { paymentId: '<paymentId>' },
  },
];

const cancelling: readonly Example[] = [
  {
    name: 'CancelPayment',
    query: `# Cancel a payment; one that is approved needs a cancellation authorisation
mutation CancelPayment($input: CancelPaymentInput!) {
  cancelPayment(input: $input) {
    payment { paymentId transactionStatus }
    tppMessages { category code path text }
    links { startAuthorisation { href } }
  }
}`,
    variables: { input: { paymentId: '<paymentId>' } },
  },
  {
    name: 'StartCancellationAuthorisation',
    query: `# The PSU approves the cancellation of a payment that they have approved
mutation StartCancellationAuthorisation($input: StartCancellationAuthorisationInput!) {
  startCancellationAuthorisation(input: $input) {
    authorisation { authorisationId scaStatus }
    tppMessages { category code path text }
    links { scaRedirect { href } }
  }
}`,
    variables: { input: { paymentId: '<paymentId>' } },
  },
];

const baskets: readonly Example[] = [
  {
    name: 'CreateSigningBasket',
    query: `# One to ten payments that nobody has approved
mutation CreateSigningBasket($input: CreateSigningBasketInput!) {
  createSigningBasket(input: $input) {
    signingBasket { basketId transactionStatus payments { paymentId transactionStatus } }
    tppMessages { category code path text }
    links { startAuthorisation { href } }
  }
}`,
    variables: { input: { paymentIds: ['<paymentId>'], psu } },
  },
  {
    name: 'SigningBaskets',
    query: `# The baskets of the calling TPP, newest first
query SigningBaskets($first: Int) {
  signingBaskets(first: $first) {
    edges { node { basketId transactionStatus payments { paymentId transactionStatus } } }
  }
}`,
    variables: { first: 10 },
  },
  {
    name: 'DeleteSigningBasket',
    query: `# Take a basket apart that nobody has approved
mutation DeleteSigningBasket($input: DeleteSigningBasketInput!) {
  deleteSigningBasket(input: $input) {
    signingBasket { basketId transactionStatus }
    tppMessages { category code path text }
  }
}`,
    variables: { input: { basketId: '<basketId>' } },
  },
];

export const paymentExamples: readonly Example[] = [
  {
    name: 'Payments',
    query: `# The payments of the calling TPP, newest first
query Payments($first: Int, $filter: PaymentFilter) {
  viewer { tppId name roles sandboxClock }
  payments(first: $first, filter: $filter) {
    edges { node { paymentId product transactionStatus totalAmount { amount currency } creditorNames createdAt
      statusHistory { from to at reason } basket { basketId transactionStatus } } }
    pageInfo { hasNextPage endCursor }
  }
}`,
    variables: { first: 10, filter: {} },
  },
  ...creations,
  ...reading,
  ...approval,
  ...cancelling,
  ...baskets,
];
