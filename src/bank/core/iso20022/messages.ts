/** Orders (pain.001, camt.055) and reports (pain.002, camt.029). docs/iso20022.md maps every field. */
import type { Instruction } from '../../../domain/payments/instruction.ts';
import type { EntryFinder, Report } from '../../../domain/payments/reports/report.ts';
import type { Fault } from '../../../domain/refusal.ts';

/** Equal orders become equal bytes, unless the operator changes the profile (ISO_PROFILE). */
export interface CreditTransferOrder {
  readonly orderId: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly initiatingParty: InitiatingParty;
  /** The product's code, such as INDCTS. */
  readonly product: string;
  readonly instruction: Instruction;
  /** The debtor's name at the bank. The order has this name if the instruction has no debtor name. */
  readonly debtorName: string;
  /** YYYY-MM-DD in Europe/Oslo. */
  readonly executionDate: string;
}

export interface InitiatingParty {
  readonly name: string;
  /** The organizationIdentifier of the TPP's certificate, or else the subject of this certificate. */
  readonly tppId: string;
}

export interface CancellationOrder {
  /** The id of the cancellation. */
  readonly orderId: string;
  readonly createdAt: number;
  readonly initiatingParty: InitiatingParty;
  readonly orderToCancel: Pick<CreditTransferOrder, 'orderId' | 'createdAt' | 'instruction'>;
}

export const unreadableReasons = ['TOO_LARGE', 'NOT_XML', 'DOCTYPE', 'NAMESPACE', 'INVALID'] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

export type ParsedReport =
  | { readonly report: Report }
  /** `detail` names elements and lines, never values. */
  | { readonly unreadable: UnreadableReason; readonly detail: string };

/** `writeCreditTransfer` and `writeCancellation` throw if the message does not fit its schemas, because that is a defect. */
export interface Messages {
  /** Call it at creation, so that the bank refuses no approved payment because of a field. Paths have the form of REST. */
  findFaults(product: string, instruction: Instruction): readonly Fault[];
  writeCreditTransfer(order: CreditTransferOrder): Uint8Array;
  writeCancellation(order: CancellationOrder): Uint8Array;
  createEntryFinder(order: Pick<CreditTransferOrder, 'orderId' | 'product' | 'instruction'>): EntryFinder;
  readReport(bytes: Uint8Array): ParsedReport;
}
