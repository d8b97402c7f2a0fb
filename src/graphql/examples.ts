/**
 * Example operations, one per operation of the specification: the explorer opens with them, and a test runs each of them
 * against the schema. Payments take their bodies from the products.
 */
import { products } from '../domain/payments/products/list.ts';

export interface Example {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const psu = {
  psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  sessionId: 'explorer',
  redirectUri: 'http://localhost:8080/return',
  ipAddress: '127.0.0.1',
  context: 'PRIVATE',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A creation for every mutation, with the example of its first product. */
const creations: readonly Example[] = [...new Set(products.map((product) => product.graphql.mutation))].map(
  (mutation) => {
    const body = products.find((product) => product.graphql.mutation === mutation)?.example;
    return {
      name: capital(mutation),
      query: `# Specification ${products.find((product) => product.graphql.mutation === mutation)?.section}
mutation ${capital(mutation)}($input: ${capital(mutation)}Input!) {
  ${mutation}(input: $input) {
    payment { paymentId transactionStatus }
    tppMessages { category code path text }
    links { self { href } startAuthorisation { href } scaRedirect { href } }
  }
}`,
      variables: { input: { ...body, psu } },
    };
  },
);

export const examples: readonly Example[] = [
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
  {
    name: 'CreateSigningBasket',
    query: `# Specification 4.1: put the ids of one or more payments in RCVD here
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
    name: 'StartAuthorisation',
    query: `# Specification 5.1
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
    query: `# Sandbox: approve as the PSU would in the bank app
mutation CompleteAuthorisation($input: CompleteAuthorisationInput!) {
  completeAuthorisation(input: $input) {
    authorisation { scaStatus }
    tppMessages { category code path text }
  }
}`,
    variables: { input: { authorisationId: '<authorisationId>', outcome: 'APPROVE' } },
  },
  {
    name: 'PaymentStatusChanged',
    query: `# Follow a payment, over server-sent events
subscription PaymentStatusChanged($paymentId: String!) {
  paymentStatusChanged(paymentId: $paymentId) { paymentId transactionStatus }
}`,
    variables: { paymentId: '<paymentId>' },
  },
];
