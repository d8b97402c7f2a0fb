/** A report of a core system, with the codes of the core. codes.ts interprets them. */
export interface Report {
  /** An id that the core chose. Together with the id of the order it identifies the report. */
  readonly messageId: string;
  /** PAYMENT: a pain.002. CANCELLATION: a camt.029. */
  readonly kind: 'PAYMENT' | 'CANCELLATION';
  /** The kind of message that the report answers; null: a message that this service did not send. */
  readonly about: 'PAYMENT' | 'CANCELLATION' | null;
  /** ISO 8601, with or without a zone. */
  readonly createdAt: string;
  /** Empty if the report names no order. */
  readonly orders: readonly OrderReport[];
  /** Whether a part of the report names no order, so that the part has no effect. */
  readonly hasPartWithoutOrder: boolean;
}

export interface OrderReport {
  /** The id as the core wrote it. In a CANCELLATION, it is the id of the cancellation order or of the order to cancel. */
  readonly orderId: string;
  /** The id of a payment information (PmtInf), if the report names several PmtInf of one order; otherwise null. */
  readonly informationId: string | null;
  /** null: the report is only about entries. */
  readonly status: ReportedStatus | null;
  readonly entries: readonly EntryReport[];
}

export interface EntryReport {
  readonly ids: EntryIds;
  readonly status: ReportedStatus;
}

/** The ids by which a report names an entry. A field is null if the report has no such id. */
export interface EntryIds {
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly uetr: string | null;
}

/** The index of an entry from 0; null: no entry of the order has these ids, or several entries have them. */
export type EntryFinder = (ids: EntryIds) => number | null;

export interface ReportedStatus {
  /** 1 to 4 characters: ACSC, RJCT …; in a CANCELLATION: CNCL, RJCR, PDCR … */
  readonly code: string;
  readonly reason: ReportedReason | null;
}

export interface ReportedReason {
  /** AM04, AC01 … or a text of the bank. */
  readonly code: string | null;
  /** May be empty. It may contain personal data: never log it. */
  readonly text: string;
}
