import { createHmac } from 'node:crypto';
import type { Fee } from '../../domain/payments/fee.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { PsuRedirect } from '../../operations/sca/approval.ts';
import type { createdPayment, startedAuthorisation } from './answers.ts';
import type { CallName, Success } from './calls.ts';
import { RemoteChallenge } from './challenge.ts';
import type { Upstream, UpstreamCall } from './client.ts';
import type { BankClient, BankRequest, RemotePayment } from './client-port.ts';
import { passedHeaders } from './headers.ts';
import { createUpstreamIds, returnedPsu, type UpstreamIds, type UpstreamPsu } from './ids.ts';
import type { ShapeOutput } from './shapes.ts';

type CallContent<Name extends CallName> = Pick<
  UpstreamCall<Name>,
  'operation' | 'parameters' | 'query' | 'body'
>;

interface ActionResult<Name extends CallName> {
  readonly answer: Success<Name>;
  readonly returnState: string;
}

export interface BankClientParts {
  readonly upstream: Upstream;
  /** The address of this service, for return addresses. */
  readonly publicUrl: string;
  /** Return states, and the ids that the bank gets, are derived from it. */
  readonly secret: () => string;
}

interface ClientContext extends BankClientParts {
  readonly ids: UpstreamIds;
}

export function createBankClient(parts: BankClientParts): BankClient {
  const context = { ...parts, ids: createUpstreamIds(parts.secret) };
  return {
    createPayment: (request, payment) => createPayment(context, request, payment),
    paymentStatus: (tpp, payment) => paymentStatus(context, tpp, payment),
    cancelPayment: (request, payment) => cancelPayment(context, request, payment),
    createBasket: (request, references) => createBasket(context, request, references),
    deleteBasket: (request, reference) => deleteBasket(context, request, reference),
    isOwnPsuId: context.ids.isOwnPsuId,
    startAuthorisation: (request, target) => startAuthorisation(context, request, target),
  };
}

/** Makes a call that the bank may act on. The same request always has the same X-Request-ID and return state. */
async function callForPsu<Name extends CallName>(
  context: ClientContext,
  { tpp, key, readHeader, ...request }: BankRequest,
  callContent: CallContent<Name>,
): Promise<ActionResult<Name>> {
  const headers = passedHeaders(readHeader);
  const psu = psuOf(context.ids, { tpp, ...request });
  const content = { ...callContent, headers, psu };
  const requestId = context.ids.requestId(tpp.tppId, key.requestId, key.field, content);
  const returnState = returnStateOf(context, requestId);
  const redirectUri = `${context.publicUrl}/sca/return?state=${returnState}`;
  const call: UpstreamCall<Name> = { ...content, tpp, redirectUri, requestId };
  return { answer: await send(context, returnState, call), returnState };
}

/** Nobody can guess the return state, because it is derived from the secret. */
const returnStateOf = ({ secret }: ClientContext, requestId: string): string =>
  createHmac('sha256', secret()).update(`return ${requestId}`).digest('base64url');

/** Throws a RemoteChallenge if the bank responds with a challenge. */
async function send<Name extends CallName>(
  { upstream }: ClientContext,
  returnState: string,
  call: UpstreamCall<Name>,
): Promise<Success<Name>> {
  const answer = await upstream.call(call);
  if (!('challenge' in answer)) return answer;
  const { reason, scaRedirect } = answer.challenge;
  throw new RemoteChallenge(reason, { scaRedirect, returnState });
}

type BankMethod<Name extends keyof BankClient> = BankClient[Name] extends (
  ...args: infer Arguments
) => infer Result
  ? (context: ClientContext, ...args: Arguments) => Result
  : never;

const createPayment: BankMethod<'createPayment'> = async (
  context,
  request,
  { product, instruction, allowLogicalDuplicate },
) => {
  const { answer, returnState } = await callForPsu(context, request, {
    operation: 'createPayment',
    parameters: { service: product.service, product: product.name },
    query: allowLogicalDuplicate ? { allowLogicalDuplicate: 'true' } : {},
    body: instruction,
  });
  const { body } = answer;
  const scaRedirect = body._links?.scaRedirect?.href;
  return {
    reference: body.paymentId,
    tppMessages: body.tppMessages ?? [],
    psuMessage: body.psuMessage ?? null,
    fee: feeOf(body),
    redirect: scaRedirect === undefined ? null : { scaRedirect, returnState },
  };
};

/** A query for the status sends no PSU to the bank. */
const noReturnState = '';

const paymentStatus: BankMethod<'paymentStatus'> = async (context, tpp, payment) => {
  const { body } = await send(context, noReturnState, {
    tpp,
    operation: 'getPaymentStatus',
    parameters: parametersOf(payment),
  });
  return { status: body.transactionStatus, fundsAvailable: body.fundsAvailable ?? null };
};

const cancelPayment: BankMethod<'cancelPayment'> = async (context, request, payment) => {
  const call = { operation: 'cancelPayment', parameters: parametersOf(payment) } as const;
  const { answer } = await callForPsu(context, request, call);
  return answer.status === 204 ? 'CANCELLED' : 'TO_APPROVE';
};

const createBasket: BankMethod<'createBasket'> = async (context, request, references) => {
  const call = { operation: 'createBasket', parameters: {}, body: { paymentIds: references } } as const;
  return (await callForPsu(context, request, call)).answer.body.basketId;
};

const deleteBasket: BankMethod<'deleteBasket'> = async (context, request, reference) => {
  const call = { operation: 'deleteBasket', parameters: { basketId: reference } } as const;
  await callForPsu(context, request, call).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.reason !== 'RESOURCE_UNKNOWN') throw error;
  });
};

const startAuthorisation: BankMethod<'startAuthorisation'> = async (context, request, target) => {
  if (target.kind === 'BASKET') {
    const parameters = { basketId: target.reference };
    return redirectFrom(
      await callForPsu(context, request, { operation: 'startBasketAuthorisation', parameters }),
    );
  }
  const operation = target.kind === 'PAYMENT' ? 'startAuthorisation' : 'startCancellationAuthorisation';
  return redirectFrom(
    await callForPsu(context, request, { operation, parameters: parametersOf(target.payment) }),
  );
};

const parametersOf = ({ product, reference }: RemotePayment) => ({
  service: product.service,
  product: product.name,
  paymentId: reference,
});

const redirectFrom = (result: {
  readonly answer: { readonly body: ShapeOutput<typeof startedAuthorisation> };
  readonly returnState: string;
}): PsuRedirect => ({
  scaRedirect: result.answer.body._links.scaRedirect.href,
  returnState: result.returnState,
});

/** null also if the bank announces a fee without an amount. */
const feeOf = ({
  transactionFees,
  transactionFeeIndicator,
}: ShapeOutput<typeof createdPayment>): Fee | null =>
  transactionFees === undefined
    ? null
    : { transactionFees, transactionFeeIndicator: transactionFeeIndicator ?? false };

/** The bank's own PSU-ID is sent only with a session, because it identifies nobody without one. */
function psuOf(
  ids: UpstreamIds,
  { tpp: { tppId }, psu, remotePsuId }: Pick<BankRequest, 'tpp' | 'psu' | 'remotePsuId'>,
): UpstreamPsu {
  const derivedPsu = ids.psu(tppId, psu.psuId, psu.sessionId);
  return remotePsuId === null || derivedPsu.sessionId === null
    ? derivedPsu
    : returnedPsu(tppId, remotePsuId, derivedPsu.sessionId);
}
