/* eslint-disable */
import * as types from './graphql.js';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  mutation CreateInstantPayment($input: CreateInstantPaymentInput!) {\n    createInstantPayment(input: $input) {\n      payment {\n        paymentId\n        transactionStatus\n      }\n      tppMessages {\n        category\n        code\n        path\n        text\n      }\n      links {\n        self {\n          href\n          verbs\n        }\n        scaRedirect {\n          href\n        }\n      }\n    }\n  }\n": typeof types.CreateInstantPaymentDocument,
    "\n  query PaymentStatus($paymentId: String!) {\n    payment(paymentId: $paymentId) {\n      paymentId\n      transactionStatus\n    }\n  }\n": typeof types.PaymentStatusDocument,
};
const documents: Documents = {
    "\n  mutation CreateInstantPayment($input: CreateInstantPaymentInput!) {\n    createInstantPayment(input: $input) {\n      payment {\n        paymentId\n        transactionStatus\n      }\n      tppMessages {\n        category\n        code\n        path\n        text\n      }\n      links {\n        self {\n          href\n          verbs\n        }\n        scaRedirect {\n          href\n        }\n      }\n    }\n  }\n": types.CreateInstantPaymentDocument,
    "\n  query PaymentStatus($paymentId: String!) {\n    payment(paymentId: $paymentId) {\n      paymentId\n      transactionStatus\n    }\n  }\n": types.PaymentStatusDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateInstantPayment($input: CreateInstantPaymentInput!) {\n    createInstantPayment(input: $input) {\n      payment {\n        paymentId\n        transactionStatus\n      }\n      tppMessages {\n        category\n        code\n        path\n        text\n      }\n      links {\n        self {\n          href\n          verbs\n        }\n        scaRedirect {\n          href\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.js').CreateInstantPaymentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PaymentStatus($paymentId: String!) {\n    payment(paymentId: $paymentId) {\n      paymentId\n      transactionStatus\n    }\n  }\n"): typeof import('./graphql.js').PaymentStatusDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
