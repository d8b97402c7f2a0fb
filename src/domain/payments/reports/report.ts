/** Codes are as the core wrote them; codes.ts interprets them. */
export interface Report {
  /** Given by the core; with the id of the order it identifies the report. */
  readonly messageId: string;
  /** PAYMENT: a pain.002. CANCELLATION: a camt.029. */
  readonly kind: 'PAYMENT' | 'CANCELLATION';
  /** null: the message is not ours. */
  readonly about: 'PAYMENT' | 'CANCELLATION' | null;
  /** ISO 8601, with or without a zone. */
  readonly createdAt: string;
  readonly orders: readonly OrderReport[];
}

export interface OrderReport {
  /** As the core wrote it. In a CANCELLATION: the cancellation order, or the order to cancel. */
  readonly orderId: string;
  /** The payment information of this report, if there are several; null: the order itself. */
  readonly informationId: string | null;
  /** null: the report is only about entries. */
  readonly status: ReportedStatus | null;
  readonly entries: readonly EntryReport[];
}

export interface EntryReport {
  readonly names: EntryNames;
  readonly status: ReportedStatus;
}

/** null where the core does not name it. */
export interface EntryNames {
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly uetr: string | null;
}

/** From 0; null: not exactly one entry of the order fits. */
export type EntryFinder = (names: EntryNames) => number | null;

export interface ReportedStatus {
  /** 1 to 4 characters: ACSC, RJCT …, in a CANCELLATION CNCL, RJCR, PDCR … */
  readonly code: string;
  readonly reason: ReportedReason | null;
}

export interface ReportedReason {
  /** AM04, AC01 … or a text of the bank. */
  readonly code: string | null;
  /** May be empty. It may contain personal data: never log it. */
  readonly text: string;
}
