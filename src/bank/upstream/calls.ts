/**
 * Calls to the upstream bank: method, path below UPSTREAM_URL, and a schema for each success. Ids in paths are opaque and
 * escaped.
 */
import type { PaymentService } from '../../domain/payments/product.ts';
import * as answers from './answers.ts';
import type { BodyShape, ShapeOutput } from './shapes.ts';

/** null if a success has no body. */
type AnswerShape =
  | BodyShape
  | ((parameters: { service: PaymentService; product: string }) => BodyShape)
  | null;

interface CallDescription {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly answers: Readonly<Record<number, AnswerShape>>;
  /** A bank may lack it: 404 and 405 do not mean a wrong address. */
  readonly optional?: true;
}

const payment = '/v1/{service}/{product}/{paymentId}';
const basket = '/v1/signing-baskets/{basketId}';

/** Some gateways send 200 for a creation. */
const created = <Of extends BodyShape>(shape: Of) => ({ 201: shape, 200: shape }) as const;

const details = ({ service, product }: { service: PaymentService; product: string }) =>
  answers.paymentDetails(service, product);

export const calls = {
  createPayment: {
    method: 'POST',
    path: '/v1/{service}/{product}',
    answers: created(answers.createdPayment),
  },
  getPayment: { method: 'GET', path: payment, answers: { 200: details } },
  getPaymentStatus: { method: 'GET', path: `${payment}/status`, answers: { 200: answers.paymentStatus } },
  cancelPayment: {
    method: 'DELETE',
    path: payment,
    answers: { 204: null, 202: answers.cancellationToApprove },
  },
  startAuthorisation: {
    method: 'POST',
    path: `${payment}/authorisations`,
    answers: created(answers.startedAuthorisation),
  },
  getAuthorisation: {
    method: 'GET',
    path: `${payment}/authorisations/{authorisationId}`,
    answers: { 200: answers.authorisationStatus },
    optional: true,
  },
  startCancellationAuthorisation: {
    method: 'POST',
    path: `${payment}/cancellation-authorisations`,
    answers: created(answers.startedAuthorisation),
  },
  getCancellationAuthorisation: {
    method: 'GET',
    path: `${payment}/cancellation-authorisations/{authorisationId}`,
    answers: { 200: answers.authorisationStatus },
    optional: true,
  },
  createBasket: {
    method: 'POST',
    path: '/v1/signing-baskets',
    answers: created(answers.createdBasket),
  },
  getBasketStatus: {
    method: 'GET',
    path: `${basket}/status`,
    answers: { 200: answers.basketStatus },
    optional: true,
  },
  deleteBasket: { method: 'DELETE', path: basket, answers: { 204: null }, optional: true },
  startBasketAuthorisation: {
    method: 'POST',
    path: `${basket}/authorisations`,
    answers: created(answers.startedAuthorisation),
  },
  getBasketAuthorisation: {
    method: 'GET',
    path: `${basket}/authorisations/{authorisationId}`,
    answers: { 200: answers.authorisationStatus },
    optional: true,
  },
} as const satisfies Readonly<Record<string, CallDescription>>;

type Calls = typeof calls;
export type CallName = keyof Calls;
export const callNames = Object.keys(calls) as readonly CallName[];

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

export type CallParameters<Name extends CallName> = {
  readonly [Part in NamesIn<Calls[Name]['path']>]: Part extends 'service' ? PaymentService : string;
};

type BodyOf<Of> = Of extends BodyShape
  ? ShapeOutput<Of>
  : Of extends (...args: never) => infer Made
    ? ShapeOutput<Made>
    : null;

/** By status. */
export type Success<Name extends CallName> = {
  [Status in keyof Calls[Name]['answers']]: {
    readonly status: Status;
    readonly body: BodyOf<Calls[Name]['answers'][Status]>;
  };
}[keyof Calls[Name]['answers']];

export const callOf = (name: CallName): CallDescription => calls[name];

/** Escapes each parameter as one segment. */
export function pathOf(name: CallName, parameters: Readonly<Record<string, string>>): string {
  return callOf(name).path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const value = parameters[part];
    if (value === undefined || /^\.{0,2}$/.test(value))
      throw new Error(`${name} needs the parameter ${part}`);
    return encodeURIComponent(value);
  });
}
