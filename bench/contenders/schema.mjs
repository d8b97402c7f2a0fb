/** The fields of a page of payments, for servers with their own resolvers. */
export const typeDefs = `
  type Query { payments(first: Int!, after: String): [Payment!]! }
  type Mutation { createInstantPayment(input: CreateInstantPaymentInput!): Created! }
  type Created { payment: Payment! }
  type Payment {
    paymentId: String! product: String! transactionStatus: String! createdAt: String! debtorName: String
    totalAmount: Amount debtorAccount: AccountReference statusHistory: [StatusChange!]! basket: Basket links: Links!
  }
  type Basket { basketId: String! payments: [Payment!]! }
  type Amount { amount: String! currency: String! }
  type AccountReference { bban: String iban: String currency: String! }
  type StatusChange { from: String to: String! at: String! reason: String! }
  type Link { href: String! }
  type Links { self: Link! status: Link! startAuthorisation: Link }
  input CreateInstantPaymentInput {
    instructedAmount: AmountInput! creditorName: String! creditorAccount: AccountInput! creditorAddress: AddressInput!
    debtorAccount: AccountInput! remittanceInformationUnstructured: String
  }
  input AmountInput { amount: String! currency: String! }
  input AccountInput { bban: String! currency: String! }
  input AddressInput { country: String! }
`;

const linksOf = ({ paymentId, transactionStatus }) => {
  const self = `/v1/payments/instant-norwegian-domestic-credit-transfers-straks/${paymentId}`;
  return {
    self: { href: self },
    status: { href: `${self}/status` },
    startAuthorisation: transactionStatus === 'RCVD' ? { href: `${self}/authorisations` } : null,
  };
};

export const paymentFields = {
  createdAt: (payment) => payment.createdAt.toISOString(),
  totalAmount: ({ amount, currency }) => ({ amount: Number(amount).toFixed(2), currency }),
  links: linksOf,
};

export const statusChangeFields = { at: (change) => change.at.toISOString() };
