/** Requests to the upstream bank. Never make one inside a transaction. */
import type { HeaderReader } from '../../domain/headers.ts';
import type { Fee } from '../../domain/payments/fee.ts';
import type { Instruction } from '../../domain/payments/instruction.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import type { Cancellation } from '../../operations/ports/bank.ts';
import type { PsuRedirect } from '../../operations/sca/approval.ts';

export interface BankRequest {
  readonly tpp: { readonly tppId: string; readonly name: string };
  readonly psu: Pick<PsuRequest, 'psuId' | 'identityNumber' | 'sessionId' | 'context' | 'corporateId'>;
  /** The PSU-ID that the bank itself gave this PSU. */
  readonly remotePsuId: string | null;
  /** Reads the headers of the TPP's request. The headers about the PSU are passed on. */
  readonly readHeader: HeaderReader;
  /** The X-Request-ID of the TPP or the id of a resource, and a field. The X-Request-ID at the bank is derived from both. */
  readonly key: { readonly requestId: string; readonly field: string };
}

export interface RemotePayment {
  readonly product: Product;
  /** The bank's id of the payment. */
  readonly reference: string;
}

export interface RemoteCreation {
  readonly reference: string;
  readonly tppMessages: readonly TppMessage[];
  readonly psuMessage: string | null;
  readonly fee: Fee | null;
  /** null if the creation has not started an authorisation. */
  readonly redirect: PsuRedirect | null;
}

export interface RemoteStatus {
  /** The bank's code. This service may not know it. */
  readonly status: string;
  readonly fundsAvailable: boolean | null;
}

/**
 * A request that fails throws a Refusal: that of the bank, with its codes and paths; a RemoteChallenge if the PSU must log in first;
 * UNAVAILABLE if the bank does not respond; SYSTEM_ERROR if the bank rejects this service.
 */
export interface BankClient {
  createPayment(
    request: BankRequest,
    payment: {
      readonly product: Product;
      readonly instruction: Instruction;
      readonly allowLogicalDuplicate: boolean;
    },
  ): Promise<RemoteCreation>;
  paymentStatus(tpp: BankRequest['tpp'], payment: RemotePayment): Promise<RemoteStatus>;
  cancelPayment(request: BankRequest, payment: RemotePayment): Promise<Cancellation>;
  /** Returns the bank's id of the basket. */
  createBasket(request: BankRequest, references: readonly string[]): Promise<string>;
  /** Succeeds also if the bank does not know the basket. */
  deleteBasket(request: BankRequest, reference: string): Promise<void>;
  /** Whether this service has made the PSU-ID, and not the bank. */
  isOwnPsuId(psuId: string): boolean;
  startAuthorisation(
    request: BankRequest,
    target:
      | { readonly kind: 'PAYMENT' | 'CANCELLATION'; readonly payment: RemotePayment }
      | { readonly kind: 'BASKET'; readonly reference: string },
  ): Promise<PsuRedirect>;
}
