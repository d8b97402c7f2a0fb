/**
 * Another bank's interface as the bank behind the service: the questions of the desk as calls upstream. It orders and carries
 * out nothing by itself: the bank does. Start at `createUpstreamBank`.
 */
import { createHmac } from 'node:crypto';
import type { Fee } from '../../domain/payments/fee.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import { type Asking, type Bank, BankChallenge, type RemoteRedirect } from '../../operations/ports/bank.ts';
import type { createdPayment, startedAuthorisation } from './answers.ts';
import type { CallName } from './calls.ts';
import type { Answered, Upstream, UpstreamCall } from './client.ts';
import { passedHeaders } from './headers.ts';
import { createUpstreamIds, returnedPsu, type UpstreamIds, type UpstreamPsu } from './ids.ts';
import type { ShapeOutput } from './shapes.ts';

/** What the bank acts upon. */
type Acting<Name extends CallName> = Pick<UpstreamCall<Name>, 'operation' | 'parameters' | 'query' | 'body'>;

interface Acted<Name extends CallName> {
  readonly answer: Answered<Name>;
  readonly returnState: string;
}

export interface UpstreamBankParts {
  readonly upstream: Upstream;
  /** Base of our own absolute links. */
  readonly publicUrl: string;
  /** What nobody else knows: ids at the bank, and the states by which a PSU is known on the way back, are made with it. */
  readonly secret: () => string;
}

export function createUpstreamBank({ upstream, publicUrl, secret }: UpstreamBankParts): Bank {
  const ids = createUpstreamIds(secret);
  /** The same question has the same state, and nobody can guess one. */
  const stateOf = (requestId: string): string =>
    createHmac('sha256', secret()).update(`return ${requestId}`).digest('base64url');

  /** Sends what changes something, under an id that the same request has again and no other one. */
  async function act<Name extends CallName>(asking: Asking, acting: Acting<Name>): Promise<Acted<Name>> {
    const { tpp, key } = asking;
    const headers = passedHeaders(asking.readHeader);
    const psu = psuOf(ids, asking);
    const sent = { ...acting, headers, psu };
    const requestId = ids.request(tpp.tppId, key.requestId, key.field, sent);
    const returnState = stateOf(requestId);
    const redirectUri = `${publicUrl}/sca/return?state=${returnState}`;
    const call: UpstreamCall<Name> = { ...sent, tpp, redirectUri, requestId };
    return { answer: await called(returnState, call), returnState };
  }

  /** The answer; a challenge is thrown. */
  async function called<Name extends CallName>(
    returnState: string,
    call: UpstreamCall<Name>,
  ): Promise<Answered<Name>> {
    const answer = await upstream.call(call);
    if (!('challenge' in answer)) return answer;
    const { reason, scaRedirect } = answer.challenge;
    throw new BankChallenge(reason, { scaRedirect, returnState });
  }

  return {
    desk: {
      async createPayment(asking, { product, instruction, allowLogicalDuplicate }) {
        const { answer, returnState } = await act(asking, {
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
      },

      async paymentStatus(tpp, { product, reference }) {
        const { body } = await called('', {
          tpp,
          operation: 'getPaymentStatus',
          parameters: { service: product.service, product: product.name, paymentId: reference },
        });
        return { status: body.transactionStatus, fundsAvailable: body.fundsAvailable ?? null };
      },

      async cancelPayment(asking, { product, reference }) {
        const { answer } = await act(asking, {
          operation: 'cancelPayment',
          parameters: { service: product.service, product: product.name, paymentId: reference },
        });
        return answer.status === 204 ? 'CANCELLED' : 'TO_APPROVE';
      },

      async createBasket(asking, references) {
        const { answer } = await act(asking, {
          operation: 'createBasket',
          parameters: {},
          body: { paymentIds: references },
        });
        return answer.body.basketId;
      },

      async deleteBasket(asking, reference) {
        const call = { operation: 'deleteBasket', parameters: { basketId: reference } } as const;
        await act(asking, call).catch((error: unknown) => {
          if (!(error instanceof Refusal) || error.reason !== 'RESOURCE_UNKNOWN') throw error;
        });
      },

      isOwnPsuId: ids.isOwnPsuId,

      async startAuthorisation(asking, target): Promise<RemoteRedirect> {
        if (target.kind === 'BASKET') {
          const parameters = { basketId: target.reference };
          return startedAt(await act(asking, { operation: 'startBasketAuthorisation', parameters }));
        }
        const { product, reference } = target.payment;
        const operation = target.kind === 'PAYMENT' ? 'startAuthorisation' : 'startCancellationAuthorisation';
        const parameters = { service: product.service, product: product.name, paymentId: reference };
        return startedAt(await act(asking, { operation, parameters }));
      },
    },
    core: null,
    orders: { onApproval: unasked, withdraw: unasked, cancel: unasked },
    worker: { carryOut: unasked },
  };
}

const startedAt = (acted: {
  readonly answer: { readonly body: ShapeOutput<typeof startedAuthorisation> };
  readonly returnState: string;
}): RemoteRedirect => ({
  scaRedirect: acted.answer.body._links.scaRedirect.href,
  returnState: acted.returnState,
});

/** Some banks say that there is a fee, and of nothing. */
const feeOf = ({
  transactionFees,
  transactionFeeIndicator,
}: ShapeOutput<typeof createdPayment>): Fee | null =>
  transactionFees === undefined
    ? null
    : { transactionFees, transactionFeeIndicator: transactionFeeIndicator ?? false };

function psuOf(ids: UpstreamIds, { tpp: { tppId }, psu, remotePsuId }: Asking): UpstreamPsu {
  const derived = ids.psu(tppId, psu.psuId, psu.sessionId);
  return remotePsuId === null || derived.sessionId === null
    ? derived
    : returnedPsu(tppId, remotePsuId, derived.sessionId);
}

/** Approval and execution happen at the bank itself. */
async function unasked(): Promise<never> {
  throw refuse('SYSTEM_ERROR', { detail: 'the bank upstream approves and carries out by itself' });
}
