import { createHmac } from 'node:crypto';
import type { Fee } from '../../domain/payments/fee.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { PsuRedirect } from '../../operations/sca/approval.ts';
import type { createdPayment, startedAuthorisation } from './answers.ts';
import type { CallName } from './calls.ts';
import { RemoteChallenge } from './challenge.ts';
import type { Answered, Upstream, UpstreamCall } from './client.ts';
import type { BankClient, BankRequest, RemotePayment } from './client-port.ts';
import { passedHeaders } from './headers.ts';
import { createUpstreamIds, returnedPsu, type UpstreamIds, type UpstreamPsu } from './ids.ts';
import type { ShapeOutput } from './shapes.ts';

type ActingPsu<Name extends CallName> = Pick<
  UpstreamCall<Name>,
  'operation' | 'parameters' | 'query' | 'body'
>;

interface Acted<Name extends CallName> {
  readonly answer: Answered<Name>;
  readonly returnState: string;
}

export interface BankClientParts {
  readonly upstream: Upstream;
  /** Base of our absolute links. */
  readonly publicUrl: string;
  /** Derives ids at the bank and return states. */
  readonly secret: () => string;
}

interface Sender extends BankClientParts {
  readonly ids: UpstreamIds;
}

export function createBankClient(parts: BankClientParts): BankClient {
  const sender = { ...parts, ids: createUpstreamIds(parts.secret) };
  return {
    createPayment: (request, payment) => createPayment(sender, request, payment),
    paymentStatus: (tpp, payment) => paymentStatus(sender, tpp, payment),
    cancelPayment: (request, payment) => cancelPayment(sender, request, payment),
    createBasket: (request, references) => createBasket(sender, request, references),
    deleteBasket: (request, reference) => deleteBasket(sender, request, reference),
    isOwnPsuId: sender.ids.isOwnPsuId,
    startAuthorisation: (request, target) => startAuthorisation(sender, request, target),
  };
}

/** The same request always has the same id; no other request has it. */
async function act<Name extends CallName>(
  sender: Sender,
  { tpp, key, readHeader, ...request }: BankRequest,
  acting: ActingPsu<Name>,
): Promise<Acted<Name>> {
  const headers = passedHeaders(readHeader);
  const psu = psuOf(sender.ids, { tpp, ...request });
  const content = { ...acting, headers, psu };
  const requestId = sender.ids.request(tpp.tppId, key.requestId, key.field, content);
  const returnState = stateOf(sender, requestId);
  const redirectUri = `${sender.publicUrl}/sca/return?state=${returnState}`;
  const call: UpstreamCall<Name> = { ...content, tpp, redirectUri, requestId };
  return { answer: await send(sender, returnState, call), returnState };
}

/** The same request has the same state, and nobody can guess one. */
const stateOf = ({ secret }: Sender, requestId: string): string =>
  createHmac('sha256', secret()).update(`return ${requestId}`).digest('base64url');

/** Throws a challenge. */
async function send<Name extends CallName>(
  { upstream }: Sender,
  returnState: string,
  call: UpstreamCall<Name>,
): Promise<Answered<Name>> {
  const answer = await upstream.call(call);
  if (!('challenge' in answer)) return answer;
  const { reason, scaRedirect } = answer.challenge;
  throw new RemoteChallenge(reason, { scaRedirect, returnState });
}

type BankMethod<Name extends keyof BankClient> = BankClient[Name] extends (
  ...args: infer Arguments
) => infer Result
  ? (sender: Sender, ...args: Arguments) => Result
  : never;

const createPayment: BankMethod<'createPayment'> = async (
  sender,
  request,
  { product, instruction, allowLogicalDuplicate },
) => {
  const { answer, returnState } = await act(sender, request, {
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

const paymentStatus: BankMethod<'paymentStatus'> = async (sender, tpp, payment) => {
  const { body } = await send(sender, '', {
    tpp,
    operation: 'getPaymentStatus',
    parameters: parametersOf(payment),
  });
  return { status: body.transactionStatus, fundsAvailable: body.fundsAvailable ?? null };
};

const cancelPayment: BankMethod<'cancelPayment'> = async (sender, request, payment) => {
  const call = { operation: 'cancelPayment', parameters: parametersOf(payment) } as const;
  const { answer } = await act(sender, request, call);
  return answer.status === 204 ? 'CANCELLED' : 'TO_APPROVE';
};

const createBasket: BankMethod<'createBasket'> = async (sender, request, references) => {
  const call = { operation: 'createBasket', parameters: {}, body: { paymentIds: references } } as const;
  return (await act(sender, request, call)).answer.body.basketId;
};

const deleteBasket: BankMethod<'deleteBasket'> = async (sender, request, reference) => {
  const call = { operation: 'deleteBasket', parameters: { basketId: reference } } as const;
  await act(sender, request, call).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.reason !== 'RESOURCE_UNKNOWN') throw error;
  });
};

const startAuthorisation: BankMethod<'startAuthorisation'> = async (sender, request, target) => {
  if (target.kind === 'BASKET') {
    const parameters = { basketId: target.reference };
    return startedAt(await act(sender, request, { operation: 'startBasketAuthorisation', parameters }));
  }
  const operation = target.kind === 'PAYMENT' ? 'startAuthorisation' : 'startCancellationAuthorisation';
  return startedAt(await act(sender, request, { operation, parameters: parametersOf(target.payment) }));
};

const parametersOf = ({ product, reference }: RemotePayment) => ({
  service: product.service,
  product: product.name,
  paymentId: reference,
});

const startedAt = (acted: {
  readonly answer: { readonly body: ShapeOutput<typeof startedAuthorisation> };
  readonly returnState: string;
}): PsuRedirect => ({
  scaRedirect: acted.answer.body._links.scaRedirect.href,
  returnState: acted.returnState,
});

/** Some banks announce a fee without an amount. */
const feeOf = ({
  transactionFees,
  transactionFeeIndicator,
}: ShapeOutput<typeof createdPayment>): Fee | null =>
  transactionFees === undefined
    ? null
    : { transactionFees, transactionFeeIndicator: transactionFeeIndicator ?? false };

function psuOf(
  ids: UpstreamIds,
  { tpp: { tppId }, psu, remotePsuId }: Pick<BankRequest, 'tpp' | 'psu' | 'remotePsuId'>,
): UpstreamPsu {
  const derived = ids.psu(tppId, psu.psuId, psu.sessionId);
  return remotePsuId === null || derived.sessionId === null
    ? derived
    : returnedPsu(tppId, remotePsuId, derived.sessionId);
}
