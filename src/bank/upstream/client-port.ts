/** What this service asks of the bank upstream, before a transaction and never in one. */
import type { HeaderReader } from '../../domain/headers.ts';
import type { Fee } from '../../domain/payments/fee.ts';
import type { Instruction } from '../../domain/payments/instruction.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import type { Cancellation } from '../../operations/ports/bank.ts';
import type { PsuRedirect } from '../../operations/sca/approval.ts';

/** On whose behalf the bank is called, and under which id. */
export interface BankRequest {
  readonly tpp: { readonly tppId: string; readonly name: string };
  readonly psu: Pick<PsuRequest, 'psuId' | 'identityNumber' | 'sessionId' | 'context' | 'corporateId'>;
  /** The PSU-ID that the bank itself gave this PSU, where it gave one. */
  readonly remotePsuId: string | null;
  /** Headers of the request; what they say of the PSU is passed on. */
  readonly readHeader: HeaderReader;
  /** The X-Request-ID of the TPP, and the path in its document: the same again is the same request. */
  readonly key: { readonly requestId: string; readonly field: string };
}

/** A payment as the bank knows it. */
export interface RemotePayment {
  readonly product: Product;
  /** Its id there, opaque. */
  readonly reference: string;
}

export interface RemoteCreation {
  readonly reference: string;
  readonly tppMessages: readonly TppMessage[];
  readonly psuMessage: string | null;
  readonly fee: Fee | null;
  /** Where the PSU approves at once, with single SCA. */
  readonly redirect: PsuRedirect | null;
}

export interface RemoteStatus {
  /** As the bank says it; it may be none of ours. */
  readonly status: string;
  readonly fundsAvailable: boolean | null;
}

/** Each throws a Refusal: what the bank refuses, with its codes and paths; UNAVAILABLE where it does not answer. */
export interface BankClient {
  /** Throws a RemoteChallenge where the PSU must log in first. */
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
  /** The id of the new basket there. */
  createBasket(request: BankRequest, references: readonly string[]): Promise<string>;
  /** A basket that the bank does not know, or no longer, is no failure. */
  deleteBasket(request: BankRequest, reference: string): Promise<void>;
  /** Whether a PSU-ID is one by which this service names a PSU to the bank, and none that the bank gave. */
  isOwnPsuId(psuId: string): boolean;
  startAuthorisation(
    request: BankRequest,
    target:
      | { readonly kind: 'PAYMENT' | 'CANCELLATION'; readonly payment: RemotePayment }
      | { readonly kind: 'BASKET'; readonly reference: string },
  ): Promise<PsuRedirect>;
}
