/** What a bank that speaks ISO 20022 reports of orders: pain.002 and camt.029 as values, whoever has read them. */

/** A pain.002 or camt.029. Codes are those that the core wrote; codes.ts knows what they mean. */
export interface Report {
  /** Given by the core; with the order's id it names a report, however often it comes. */
  readonly messageId: string;
  /** PAYMENT: a pain.002. CANCELLATION: a camt.029. */
  readonly kind: 'PAYMENT' | 'CANCELLATION';
  /** What it is about: how payments go, or what came of requests to cancel them; null: a message that is none of ours. */
  readonly about: 'PAYMENT' | 'CANCELLATION' | null;
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
  /**
   * The payment information that this is about, where a report is about several: of that order, or of another one. null: of
   * the order, whatever the core calls its payment information.
   */
  readonly informationId: string | null;
  /** Of the whole order: of its payment information where that has one, else of the message; null: of entries alone. */
  readonly status: ReportedStatus | null;
  readonly entries: readonly EntryReport[];
}

export interface EntryReport {
  readonly names: EntryNames;
  readonly status: ReportedStatus;
}

/** How a core names an entry of an order; null where it does not. */
export interface EntryNames {
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly uetr: string | null;
}

/** The index of the entry that a report names, from 0; null: none of the order, or more than one. */
export type EntryFinder = (names: EntryNames) => number | null;

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
