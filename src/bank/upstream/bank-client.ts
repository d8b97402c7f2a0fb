import type { HeaderReader } from '../../domain/headers.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import type { CreatePaymentInput } from '../../operations/payments/ports.ts';
import type { Cancellation, PreparedCreation } from '../../operations/ports/bank.ts';
import type { PsuRedirect } from '../../operations/sca/approval.ts';
import type { CallName, Success } from './calls.ts';
import { RemoteChallenge } from './challenge.ts';
import type { UpstreamCall, UpstreamClient } from './client.ts';
import { readPassedHeaders } from './headers.ts';
import { createUpstreamIds, type UpstreamIds } from './ids.ts';

export interface BankRequest {
  readonly tpp: UpstreamCall['tpp'];
  readonly psu: Pick<PsuRequest, 'psuId' | 'sessionId'>;
  /** The PSU-ID that the bank itself gave this PSU; null: the bank gave none. */
  readonly remotePsuId: string | null;
  readonly readHeader: HeaderReader;
  /** The X-Request-ID at the bank derives from this key. `field` distinguishes calls with the same `requestId`. */
  readonly key: { readonly requestId: string; readonly field: string };
}

export interface RemotePayment {
  readonly product: Product;
  /** The bank's id of the payment. */
  readonly reference: string;
}

export interface RemoteCreation extends Omit<PreparedCreation, 'commitCreation'> {
  readonly reference: string;
  /** null: the creation has not started an authorisation. */
  readonly redirect: PsuRedirect | null;
}

export interface RemoteStatus {
  /** A code of the bank, which this service may not know. */
  readonly status: string;
  /** null: the bank does not say. */
  readonly fundsAvailable: boolean | null;
  /** The bank warns that the status may be out of date, because the status comes from another bank, which does not respond. */
  readonly isStale: boolean;
}

type CallContent<Name extends CallName> = Pick<
  UpstreamCall<Name>,
  'operation' | 'parameters' | 'query' | 'body'
>;

/** A request that fails throws a Refusal. If the PSU must log in first, the Refusal is a RemoteChallenge. */
export class BankClient {
  readonly #upstream: UpstreamClient;
  readonly #publicUrl: string;
  readonly #ids: UpstreamIds;

  /** The ids for the bank and the `state` of the return address derive from `secret`. */
  constructor(parts: {
    readonly upstream: UpstreamClient;
    readonly publicUrl: string;
    readonly secret: () => string;
  }) {
    this.#upstream = parts.upstream;
    this.#publicUrl = parts.publicUrl;
    this.#ids = createUpstreamIds(parts.secret);
  }

  async createPayment(
    request: BankRequest,
    { product, instruction, allowLogicalDuplicate }: CreatePaymentInput,
  ): Promise<RemoteCreation> {
    const { answer, returnState } = await this.#callForPsu(request, {
      operation: 'createPayment',
      parameters: { service: product.service, product: product.name },
      query: allowLogicalDuplicate ? { allowLogicalDuplicate: 'true' } : {},
      body: instruction,
    });
    const { paymentId, tppMessages = [], psuMessage = null } = answer.body;
    const { transactionFees, transactionFeeIndicator: saysFee } = answer.body;
    const scaRedirect = answer.body._links?.scaRedirect?.href;
    return {
      reference: paymentId,
      tppMessages,
      psuMessage,
      // Also null if the bank announces a fee but not its amount.
      fee: transactionFees
        ? { transactionFees, transactionFeeIndicator: saysFee ?? Number(transactionFees.amount) > 0 }
        : null,
      redirect: scaRedirect === undefined ? null : { scaRedirect, returnState },
    };
  }

  async paymentStatus(tpp: BankRequest['tpp'], payment: RemotePayment): Promise<RemoteStatus> {
    const parameters = parametersOf(payment);
    // No PSU returns from a query for the status, so it needs no return state.
    const { body } = await this.#send('', { tpp, operation: 'getPaymentStatus', parameters });
    const { transactionStatus: status, fundsAvailable = null, tppMessages = [] } = body;
    const statusMessages = tppMessages.filter(({ path }) => path === 'transactionStatus');
    const codes = statusMessages.map(({ code }) => code);
    // A bank that is itself a facade sends this code if the bank behind it does not know the payment.
    if (codes.includes('RESOURCE_UNKNOWN')) throw refuse('RESOURCE_UNKNOWN');
    return { status, fundsAvailable, isStale: codes.includes('SYSTEM_ERROR') };
  }

  async cancelPayment(request: BankRequest, payment: RemotePayment): Promise<Cancellation> {
    const call = { operation: 'cancelPayment', parameters: parametersOf(payment) } as const;
    const { answer } = await this.#callForPsu(request, call);
    return answer.status === 204 ? 'CANCELLED' : 'TO_APPROVE';
  }

  /** `references` and the result are ids at the bank. */
  async createBasket(request: BankRequest, references: readonly string[]): Promise<string> {
    const call = { operation: 'createBasket', parameters: {}, body: { paymentIds: references } } as const;
    return (await this.#callForPsu(request, call, references)).answer.body.basketId;
  }

  /** Succeeds also if the bank does not know the basket. */
  async deleteBasket(request: BankRequest, basketId: string, references: readonly string[]): Promise<void> {
    const call = { operation: 'deleteBasket', parameters: { basketId } } as const;
    await this.#callForPsu(request, call, references).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.reason !== 'RESOURCE_UNKNOWN') throw error;
    });
  }

  async startAuthorisation(
    request: BankRequest,
    target:
      | { readonly kind: 'PAYMENT' | 'CANCELLATION'; readonly payment: RemotePayment }
      | { readonly kind: 'BASKET'; readonly reference: string },
  ): Promise<PsuRedirect> {
    const { answer, returnState } = await (target.kind === 'BASKET'
      ? this.#callForPsu(request, {
          operation: 'startBasketAuthorisation',
          parameters: { basketId: target.reference },
        })
      : this.#callForPsu(request, {
          operation: target.kind === 'PAYMENT' ? 'startAuthorisation' : 'startCancellationAuthorisation',
          parameters: parametersOf(target.payment),
        }));
    return { scaRedirect: answer.body._links.scaRedirect.href, returnState };
  }

  isPsuIdMadeHere(psuId: string): boolean {
    return this.#ids.isPsuIdMadeHere(psuId);
  }

  /**
   * A repeated request has the same X-Request-ID and return state. `paymentReferences` are ids at the bank: if a message of the bank
   * contains one, the TPP gets another text.
   */
  async #callForPsu<Name extends CallName>(
    { tpp, psu: { psuId, sessionId }, remotePsuId, key, readHeader }: BankRequest,
    callContent: CallContent<Name>,
    paymentReferences: readonly string[] = [],
  ): Promise<{ readonly answer: Success<Name>; readonly returnState: string }> {
    const headers = readPassedHeaders(readHeader);
    const psu = this.#ids.derivePsu(tpp.tppId, psuId, sessionId, remotePsuId);
    const content = { ...callContent, headers, psu };
    const requestId = this.#ids.deriveRequestId(tpp.tppId, key.requestId, key.field, content);
    const returnState = this.#ids.deriveReturnState(requestId);
    const redirectUri = `${this.#publicUrl}/sca/return?state=${returnState}`;
    const call: UpstreamCall<Name> = { ...content, tpp, redirectUri, requestId, paymentReferences };
    return { answer: await this.#send(returnState, call), returnState };
  }

  async #send<Name extends CallName>(returnState: string, call: UpstreamCall<Name>): Promise<Success<Name>> {
    const answer = await this.#upstream.call(call);
    if (!('challenge' in answer)) return answer;
    const { reason, scaRedirect } = answer.challenge;
    throw new RemoteChallenge(reason, { scaRedirect, returnState });
  }
}

const parametersOf = ({ product, reference }: RemotePayment) => ({
  service: product.service,
  product: product.name,
  paymentId: reference,
});
