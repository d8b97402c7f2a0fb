/** Parts of long instructions. A list of payments reads them only if a request selects them. */
import type { Transfer } from '../../domain/payments/instruction.ts';

export interface TransferRange {
  readonly paymentId: string;
  readonly offset: number;
  readonly limit: number;
}

export interface PaymentParts {
  /** Instructions without the entries of bulk payments. */
  instructionsWithoutEntries(
    tppId: string,
    paymentIds: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  /** The first `atMost` different creditor names of each payment. */
  creditorNames(
    tppId: string,
    paymentIds: readonly string[],
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** One list for each range; null: there are more than `atMost` transfers in all. */
  transfers(
    tppId: string,
    ranges: readonly TransferRange[],
    atMost: number,
  ): Promise<readonly (readonly Transfer[])[] | null>;
}
