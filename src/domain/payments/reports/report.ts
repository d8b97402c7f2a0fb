/** A report of a core system, with the codes of the core. */
export interface Report {
  /** An id that the core chose. The core may use it again for a report that says something else. */
  readonly messageId: string;
  /** What the report answers; null: a message of a type that this service does not send. */
  readonly about: 'PAYMENT' | 'CANCELLATION' | null;
  /** ISO 8601, with or without a zone. */
  readonly createdAt: string;
  readonly orders: readonly OrderReport[];
  /** true: a part of the report names no order, so this part has no effect. */
  readonly hasPartWithoutOrder: boolean;
}

export interface OrderReport {
  /** As the core wrote it. A report about a cancellation has the id of the cancellation, or of the order to cancel. */
  readonly orderId: string;
  /** The id of a payment information (PmtInf); null unless the report is a pain.002 with several PmtInf. */
  readonly informationId: string | null;
  /** null: the report is only about entries. */
  readonly status: ReportedStatus | null;
  readonly entries: readonly EntryReport[];
}

export interface EntryReport {
  readonly ids: EntryIds;
  readonly status: ReportedStatus;
}

export interface EntryIds {
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly uetr: string | null;
}

/** The index of the entry from 0; null: the ids fit no entry of the order, or several. */
export type EntryFinder = (ids: EntryIds) => number | null;

export interface ReportedStatus {
  readonly code: string;
  readonly reason: ReportedReason | null;
}

export interface ReportedReason {
  /** A code of ISO 20022, such as AM04, or a code of the bank's own. */
  readonly code: string | null;
  /** May contain personal data: never log it. */
  readonly text: string;
}
