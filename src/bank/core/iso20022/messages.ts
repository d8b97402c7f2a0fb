/**
 * What goes to a core in ISO 20022 and comes back, as values: orders (pain.001, camt.055) and reports (pain.002,
 * camt.029: domain/payments/reports). docs/iso20022.md maps every field. Start at `Messages`.
 */
import type { Instruction } from '../../../domain/payments/instruction.ts';
import type { EntryFinder, Report } from '../../../domain/payments/reports/report.ts';
import type { Fault } from '../../../domain/refusal.ts';
import type { ProductProfile } from './product-profile.ts';

/** An approved payment, or one execution of a standing order. The same order always makes the same bytes. */
export interface CreditTransferOrder {
  /** A UUID of version 4 without its dashes: 32 hexadecimal digits in small letters. */
  readonly orderId: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Who asked for it: the TPP. */
  readonly initiatingParty: InitiatingParty;
  /** The product's code: INDCTS, NDCT … */
  readonly product: string;
  /** Without faults (`Messages.faults`), which was asked when the payment was created. */
  readonly instruction: Instruction;
  /** Name of the debtor as the bank knows it; used where the instruction gives none. */
  readonly debtorName: string;
  /** The day to execute on, YYYY-MM-DD in Europe/Oslo: as requested, of this execution, or today. */
  readonly executionDate: string;
}

export interface InitiatingParty {
  readonly name: string;
  /** organizationIdentifier of its certificate, or its subject. */
  readonly tppId: string;
}

/** Asks the core to cancel a whole order that it has. */
export interface CancellationOrder {
  /** An id of its own, of the same form. */
  readonly orderId: string;
  readonly createdAt: number;
  readonly initiatingParty: InitiatingParty;
  /** The order that is to be cancelled. */
  readonly cancels: Pick<CreditTransferOrder, 'orderId' | 'createdAt' | 'instruction'>;
}

/** Why bytes that came as a report are kept aside. */
export const asideReasons = ['TOO_LARGE', 'NOT_XML', 'DOCTYPE', 'NAMESPACE', 'INVALID'] as const;
export type AsideReason = (typeof asideReasons)[number];

export type ParsedReport =
  | { readonly report: Report }
  /** `detail` names elements and lines, never what stands in them. */
  | { readonly aside: AsideReason; readonly detail: string };

/** How the bank wants its orders: ops/iso20022/profile.json. */
export interface Profile {
  /** BIC of the bank, as the agent of the debtor. */
  readonly bankBic: string;
  /** By product code. */
  readonly products: Readonly<Record<string, ProductProfile>>;
}

/**
 * Writes and reads messages; `loadMessages` makes it. Bytes are UTF-8, and what is written has been validated. Writing an
 * order that cannot be written is a defect, and throws.
 */
export interface Messages {
  /**
   * What of a payment cannot be written, with REST's paths: asked when it is created, so that nothing is refused after its
   * approval. The schemas that the bank has set for the product are asked too.
   */
  faults(product: string, instruction: Instruction): readonly Fault[];
  /** pain.001.001.09 */
  creditTransfer(order: CreditTransferOrder): Uint8Array;
  /** camt.055.001.08 */
  cancellation(order: CancellationOrder): Uint8Array;
  /** Finds the entries that reports of an order name. */
  entryFinder(order: Pick<CreditTransferOrder, 'orderId' | 'product' | 'instruction'>): EntryFinder;
  /** pain.002.001.10 or camt.029.001.09 */
  readReport(bytes: Uint8Array): ParsedReport;
}
