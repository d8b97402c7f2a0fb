/** The operations of the bank that this service calls, with their paths and responses. */
import type { PaymentService } from '../../domain/payments/product.ts';
import * as answers from './answers.ts';
import type { BodyShape, ShapeOutput } from './shapes.ts';

interface CallDescription {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The shape of the body by the HTTP status of a success; null: the body is not read. */
  readonly answers: Readonly<Record<number, BodyShape | null>>;
  /** true: some banks do not have the operation, so a 404, 405 or 501 does not mean that UPSTREAM_URL is wrong or the bank fails. */
  readonly optional?: true;
}

const paymentPath = '/v1/{service}/{product}/{paymentId}';
const basketPath = '/v1/signing-baskets/{basketId}';

/** Some gateways send 200 instead of 201. */
const creationAnswers = <Shape extends BodyShape>(shape: Shape) => ({ 201: shape, 200: shape }) as const;

export const calls = {
  createPayment: {
    method: 'POST',
    path: '/v1/{service}/{product}',
    answers: creationAnswers(answers.createdPayment),
  },
  getPaymentStatus: { method: 'GET', path: `${paymentPath}/status`, answers: { 200: answers.paymentStatus } },
  cancelPayment: { method: 'DELETE', path: paymentPath, answers: { 204: null, 202: null } },
  startAuthorisation: {
    method: 'POST',
    path: `${paymentPath}/authorisations`,
    answers: creationAnswers(answers.startedAuthorisation),
  },
  startCancellationAuthorisation: {
    method: 'POST',
    path: `${paymentPath}/cancellation-authorisations`,
    answers: creationAnswers(answers.startedAuthorisation),
  },
  createBasket: {
    method: 'POST',
    path: '/v1/signing-baskets',
    answers: creationAnswers(answers.createdBasket),
    optional: true,
  },
  deleteBasket: { method: 'DELETE', path: basketPath, answers: { 204: null }, optional: true },
  startBasketAuthorisation: {
    method: 'POST',
    path: `${basketPath}/authorisations`,
    answers: creationAnswers(answers.startedAuthorisation),
  },
} as const satisfies Readonly<Record<string, CallDescription>>;

type Calls = typeof calls;
export type CallName = keyof Calls;
export const callNames = Object.keys(calls) as readonly CallName[];

/** The names in the braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

export type CallParameters<Name extends CallName> = {
  readonly [Parameter in NamesIn<Calls[Name]['path']>]: Parameter extends 'service' ? PaymentService : string;
};

/** null: the body is not read. */
type BodyOf<Shape> = Shape extends BodyShape ? ShapeOutput<Shape> : null;

/** A status of success, with the body of this status. */
export type Success<Name extends CallName> = {
  [Status in keyof Calls[Name]['answers']]: {
    readonly status: Status;
    readonly body: BodyOf<Calls[Name]['answers'][Status]>;
  };
}[keyof Calls[Name]['answers']];

export const describeCall = (name: CallName): CallDescription => calls[name];

/** A call before it is signed. */
export interface OutgoingCall {
  readonly operation: CallName;
  readonly parameters: Readonly<Record<string, string>>;
  /** The bank's ids of the payments of a basket. A TPP must not see them in a message of the bank. */
  readonly paymentReferences: readonly string[];
  readonly requestId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}
