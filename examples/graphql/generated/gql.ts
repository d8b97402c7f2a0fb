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
    "\n  mutation CreatePayment($input: CreateInstantPaymentInput!) {\n    createInstantPayment(input: $input) {\n      payment {\n        paymentId\n        transactionStatus\n      }\n      tppMessages {\n        category\n        code\n        path\n        text\n      }\n      links {\n        scaRedirect {\n          href\n        }\n      }\n    }\n  }\n": typeof types.CreatePaymentDocument,
    "\n  subscription FollowPayment($paymentId: String!) {\n    paymentStatusChanged(paymentId: $paymentId) {\n      transactionStatus\n      statusHistory {\n        to\n        reason\n      }\n    }\n  }\n": typeof types.FollowPaymentDocument,
    "\n  fragment PaymentRow on Payment {\n    paymentId\n    product\n    transactionStatus\n    createdAt\n    creditorNames\n    totalAmount {\n      amount\n      currency\n    }\n    statusHistory {\n      to\n      at\n      reason\n    }\n  }\n": typeof types.PaymentRowFragmentDoc,
    "\n  query PaymentsPage($first: Int!, $after: String) {\n    payments(first: $first, after: $after) {\n      nodes {\n        ...PaymentRow\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.PaymentsPageDocument,
    "\n  subscription PaymentChanges {\n    paymentStatusChanged {\n      ...PaymentRow\n    }\n  }\n": typeof types.PaymentChangesDocument,
};
const documents: Documents = {
    "\n  mutation CreatePayment($input: CreateInstantPaymentInput!) {\n    createInstantPayment(input: $input) {\n      payment {\n        paymentId\n        transactionStatus\n      }\n      tppMessages {\n        category\n        code\n        path\n        text\n      }\n      links {\n        scaRedirect {\n          href\n        }\n      }\n    }\n  }\n": types.CreatePaymentDocument,
    "\n  subscription FollowPayment($paymentId: String!) {\n    paymentStatusChanged(paymentId: $paymentId) {\n      transactionStatus\n      statusHistory {\n        to\n        reason\n      }\n    }\n  }\n": types.FollowPaymentDocument,
    "\n  fragment PaymentRow on Payment {\n    paymentId\n    product\n    transactionStatus\n    createdAt\n    creditorNames\n    totalAmount {\n      amount\n      currency\n    }\n    statusHistory {\n      to\n      at\n      reason\n    }\n  }\n": types.PaymentRowFragmentDoc,
    "\n  query PaymentsPage($first: Int!, $after: String) {\n    payments(first: $first, after: $after) {\n      nodes {\n        ...PaymentRow\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.PaymentsPageDocument,
    "\n  subscription PaymentChanges {\n    paymentStatusChanged {\n      ...PaymentRow\n    }\n  }\n": types.PaymentChangesDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreatePayment($input: CreateInstantPaymentInput!) {\n    createInstantPayment(input: $input) {\n      payment {\n        paymentId\n        transactionStatus\n      }\n      tppMessages {\n        category\n        code\n        path\n        text\n      }\n      links {\n        scaRedirect {\n          href\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.js').CreatePaymentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription FollowPayment($paymentId: String!) {\n    paymentStatusChanged(paymentId: $paymentId) {\n      transactionStatus\n      statusHistory {\n        to\n        reason\n      }\n    }\n  }\n"): typeof import('./graphql.js').FollowPaymentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PaymentRow on Payment {\n    paymentId\n    product\n    transactionStatus\n    createdAt\n    creditorNames\n    totalAmount {\n      amount\n      currency\n    }\n    statusHistory {\n      to\n      at\n      reason\n    }\n  }\n"): typeof import('./graphql.js').PaymentRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PaymentsPage($first: Int!, $after: String) {\n    payments(first: $first, after: $after) {\n      nodes {\n        ...PaymentRow\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.js').PaymentsPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription PaymentChanges {\n    paymentStatusChanged {\n      ...PaymentRow\n    }\n  }\n"): typeof import('./graphql.js').PaymentChangesDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
