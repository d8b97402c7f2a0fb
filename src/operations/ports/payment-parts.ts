/** Parts of long instructions, which lists of payments read when they are asked for. */
import type { Transfer } from '../../domain/payments/instruction.ts';

export interface TransferRange {
  readonly paymentId: string;
  readonly offset: number;
  readonly limit: number;
}

export interface PaymentParts {
  /** Instructions without the entries of bulk payments. */
  heads(
    tppId: string,
    paymentIds: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  /** Names of the creditors of bulk payments, each once, the first ones. */
  creditorNames(
    tppId: string,
    paymentIds: readonly string[],
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Entries of bulk payments, for each range its own; null when they are more than `atMost` in all. */
  transfers(
    tppId: string,
    ranges: readonly TransferRange[],
    atMost: number,
  ): Promise<readonly (readonly Transfer[])[] | null>;
}
