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
  /** What they say of the PSU is passed on. */
  readonly readHeader: HeaderReader;
  /** The TPP's X-Request-ID and the path in its document identify a request. */
  readonly key: { readonly requestId: string; readonly field: string };
}

export interface RemotePayment {
  readonly product: Product;
  /** The bank's id, opaque. */
  readonly reference: string;
}

export interface RemoteCreation {
  readonly reference: string;
  readonly tppMessages: readonly TppMessage[];
  readonly psuMessage: string | null;
  readonly fee: Fee | null;
  /** With single SCA. */
  readonly redirect: PsuRedirect | null;
}

export interface RemoteStatus {
  /** As the bank names it; may be unknown here. */
  readonly status: string;
  readonly fundsAvailable: boolean | null;
}

/** Each throws a Refusal: the bank's own with its codes and paths, or UNAVAILABLE if it does not respond. */
export interface BankClient {
  /** Throws a RemoteChallenge if the PSU must log in first. */
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
  /** Returns the bank's id. */
  createBasket(request: BankRequest, references: readonly string[]): Promise<string>;
  /** Succeeds also if the bank does not know the basket. */
  deleteBasket(request: BankRequest, reference: string): Promise<void>;
  /** Whether this service, not the bank, made the PSU-ID. */
  isOwnPsuId(psuId: string): boolean;
  startAuthorisation(
    request: BankRequest,
    target:
      | { readonly kind: 'PAYMENT' | 'CANCELLATION'; readonly payment: RemotePayment }
      | { readonly kind: 'BASKET'; readonly reference: string },
  ): Promise<PsuRedirect>;
}
