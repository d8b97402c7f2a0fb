/** The documents that the tests send: typed by codegen from schema.graphql. */
import { graphql } from '../../src/generated/gql.ts';

export const createInstantPayment = graphql(`
  mutation CreateInstantPayment($input: CreateInstantPaymentInput!) {
    createInstantPayment(input: $input) {
      payment {
        paymentId
        transactionStatus
      }
      tppMessages {
        category
        code
        path
        text
      }
      links {
        self {
          href
          verbs
        }
        scaRedirect {
          href
        }
      }
    }
  }
`);

export const paymentStatus = graphql(`
  query PaymentStatus($paymentId: String!) {
    payment(paymentId: $paymentId) {
      paymentId
      transactionStatus
    }
  }
`);
