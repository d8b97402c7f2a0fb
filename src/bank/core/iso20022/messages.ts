/** Messages as values: orders (pain.001, camt.055) and reports (pain.002, camt.029). docs/iso20022.md maps every field. */
import type { Instruction } from '../../../domain/payments/instruction.ts';
import type { EntryFinder, Report } from '../../../domain/payments/reports/report.ts';
import type { Fault } from '../../../domain/refusal.ts';

/** An approved payment, or one execution of a standing order. The same order always gives the same bytes. */
export interface CreditTransferOrder {
  /** A UUID of version 4 as 32 hexadecimal digits in lower case. */
  readonly orderId: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly initiatingParty: InitiatingParty;
  /** The product's code, such as INDCTS. */
  readonly product: string;
  /** `Messages.findFaults` has checked the instruction at the creation of the payment. */
  readonly instruction: Instruction;
  /** The debtor's name at the bank. The order uses this name if the instruction has no debtor name. */
  readonly debtorName: string;
  /** YYYY-MM-DD in Europe/Oslo: the requested day, the day of this execution of a standing order, or else today. */
  readonly executionDate: string;
}

export interface InitiatingParty {
  readonly name: string;
  /** The organizationIdentifier of the TPP's certificate, or else the subject of this certificate. */
  readonly tppId: string;
}

export interface CancellationOrder {
  /** The id of the cancellation, in the form of `CreditTransferOrder.orderId`. */
  readonly orderId: string;
  readonly createdAt: number;
  readonly initiatingParty: InitiatingParty;
  readonly orderToCancel: Pick<CreditTransferOrder, 'orderId' | 'createdAt' | 'instruction'>;
}

/** Why a report cannot be read. Such a report is stored unprocessed. */
export const unreadableReasons = ['TOO_LARGE', 'NOT_XML', 'DOCTYPE', 'NAMESPACE', 'INVALID'] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

export type ParsedReport =
  | { readonly report: Report }
  /** `detail` names elements and lines, never values. */
  | { readonly unreadable: UnreadableReason; readonly detail: string };

/** Writes and reads messages in UTF-8. Throws if a written message does not fit its schemas, which is a defect. */
export interface Messages {
  /**
   * Finds the fields of a new payment that an order cannot carry, or that the bank's profile or schemas refuse. Call it at
   * creation, so that the bank refuses no approved payment because of such a field. Paths have the form of REST.
   */
  findFaults(product: string, instruction: Instruction): readonly Fault[];
  /** Writes a pain.001.001.09. */
  writeCreditTransfer(order: CreditTransferOrder): Uint8Array;
  /** Writes a camt.055.001.08. */
  writeCancellation(order: CancellationOrder): Uint8Array;
  /** Returns a function that finds which entry of this order a report names. */
  createEntryFinder(order: Pick<CreditTransferOrder, 'orderId' | 'product' | 'instruction'>): EntryFinder;
  /** Reads a pain.002.001.10 or camt.029.001.09. */
  readReport(bytes: Uint8Array): ParsedReport;
}
