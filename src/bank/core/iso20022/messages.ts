/**
 * What goes to a core in ISO 20022 and comes back, as values: orders (pain.001, camt.055) and reports (pain.002,
 * camt.029). docs/iso20022.md maps every field. Start at `Messages`.
 */
import type { Instruction } from '../../../domain/payments/instruction.ts';
import type { Fault } from '../../../domain/refusal.ts';

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

/** A pain.002 or camt.029. Codes are those that the core wrote; statuses.ts knows what they mean. */
export interface Report {
  /** Given by the core; with the order's id it names a report, however often it comes. */
  readonly messageId: string;
  /** PAYMENT: pain.002, how payments go. CANCELLATION: camt.029, what came of cancellations. */
  readonly kind: 'PAYMENT' | 'CANCELLATION';
  /** As written: ISO 8601, with or without a zone. */
  readonly createdAt: string;
  readonly orders: readonly OrderReport[];
}

/** What a report says of one order. */
export interface OrderReport {
  /**
   * The order as it was named: an id that may be none of ours. Of a CANCELLATION: the cancellation order, or the order that
   * it was to cancel where the core names that alone.
   */
  readonly orderId: string;
  /** Of the whole order: of its payment information where that has one, else of the message; null: of entries alone. */
  readonly status: ReportedStatus | null;
  readonly entries: readonly EntryReport[];
}

export interface EntryReport {
  readonly names: EntryNames;
  readonly status: ReportedStatus;
}

/** How a core names an entry of an order, null where it does not; `entryIndex` finds it. */
export interface EntryNames {
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly uetr: string | null;
}

export interface ReportedStatus {
  /** ACSC, RJCT … : 1 to 4 characters, not looked up. Of a CANCELLATION: CNCL, RJCR, PDCR … */
  readonly code: string;
  readonly reason: ReportedReason | null;
}

export interface ReportedReason {
  /** AM04, AC01 … or a text of the bank's own; null: none. */
  readonly code: string | null;
  /** In words, empty where there are none. It may hold personal data: not for a log. */
  readonly text: string;
}

/** Why bytes that came as a report are kept aside. */
export const asideReasons = ['TOO_LARGE', 'NOT_XML', 'DOCTYPE', 'NAMESPACE', 'INVALID'] as const;
export type AsideReason = (typeof asideReasons)[number];

export type ReadReport =
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

export interface ProductProfile {
  /** ExternalServiceLevel1Code: NURG, SEPA … */
  readonly serviceLevel: string;
  /** ExternalLocalInstrument1Code, or a word of the bank's own; none where absent. */
  readonly localInstrument?: { readonly code: string } | { readonly proprietary: string } | undefined;
  readonly chargeBearer: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  /** Whether the entries of an order are booked as one sum. */
  readonly batchBooking: boolean;
  /** The same for a bulk payment of salaries alone, which hides what each employee gets; else `batchBooking`. */
  readonly batchBookingOfSalaries?: boolean | undefined;
}

/**
 * Writes and reads messages; `loadMessages` makes it. Bytes are UTF-8, and what is written has been validated. Writing an
 * order that cannot be written is a defect, and throws.
 */
export interface Messages {
  /**
   * What of a payment cannot be written, with REST's paths: asked when it is created, so that nothing is refused after its
   * approval. The published schemas that the bank has set are asked too.
   */
  faults(product: string, instruction: Instruction): readonly Fault[];
  /** pain.001.001.09 */
  creditTransfer(order: CreditTransferOrder): Uint8Array;
  /** camt.055.001.08 */
  cancellation(order: CancellationOrder): Uint8Array;
  /** pain.002.001.10 or camt.029.001.09 */
  readReport(bytes: Uint8Array): ReadReport;
}
