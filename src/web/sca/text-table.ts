/**
 * Every word that a PSU reads, in English and in Norwegian (bokmål): one typed table, so that none is missing in
 * either. Names and amounts are put in by the pages.
 */
import type { AuthMethod, AuthorisationKind, EndReason } from '../../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { Frequency } from '../../domain/schedule/periodic.ts';
import type { Trouble } from '../../operations/sca/steps.ts';

export type Language = PageLanguage;

/** What went wrong before a step was taken: with the request itself, or with the bank. */
export type Fault =
  | 'UNKNOWN_LINK'
  | 'STALE_PAGE'
  | 'FOREIGN_ORIGIN'
  | 'MALFORMED'
  | 'TOO_LARGE'
  | 'WRONG_MEDIA'
  | 'WRONG_METHOD'
  | 'BUSY'
  | 'UNAVAILABLE'
  | 'FAILED';

export interface Words {
  readonly title: string;
  readonly text: string;
}

export interface Texts {
  /** Tag of the language for `<html lang>` and for dates. */
  readonly tag: string;
  /** The language's own name, on the link that leads to it; and what the place of that link is called. */
  readonly name: string;
  readonly language: string;
  readonly bank: string;
  readonly sandbox: string;
  readonly sandboxNote: string;
  readonly identify: Readonly<Record<AuthorisationKind, Words>>;
  readonly customerNumber: string;
  readonly customerNumberHint: string;
  /** Above a sandbox's customers. */
  readonly picks: string;
  readonly method: string;
  readonly methods: Readonly<Record<AuthMethod, string>>;
  /** How the code was sent. */
  readonly sent: Readonly<Record<AuthMethod, string>>;
  readonly continue: string;
  readonly cancel: string;
  readonly agreementTitle: string;
  readonly agreementText: string;
  readonly decide: Readonly<Record<AuthorisationKind, Words>>;
  readonly code: string;
  readonly sandboxCode: string;
  readonly approve: string;
  readonly reject: string;
  readonly bankApp: string;
  readonly bankAppSandbox: string;
  readonly trouble: Readonly<Record<Trouble, string>>;
  readonly closed: Readonly<Record<'LOGIN' | 'APPROVAL', Words>>;
  /** Goes before the time of day. */
  readonly closedUntil: string;
  readonly triesLeft: (tries: number) => string;
  readonly row: Readonly<Record<Row, string>>;
  readonly soon: string;
  readonly untilFurtherNotice: string;
  readonly entries: (count: number) => string;
  readonly showEntries: string;
  readonly more: (count: number) => string;
  readonly payment: (position: number) => string;
  readonly frequencies: Readonly<Record<Frequency, string>>;
  readonly approved: Readonly<Record<AuthorisationKind, Words>>;
  readonly rejected: Readonly<Record<AuthorisationKind, string>>;
  readonly ended: Readonly<Record<Exclude<EndReason, 'APPROVED'>, Words>>;
  readonly used: string;
  readonly returnTo: string;
  readonly again: string;
  readonly faults: Readonly<Record<Fault, Words>>;
}

/** Labels of what is to be approved. */
export type Row =
  | 'amount'
  | 'total'
  | 'payee'
  | 'payeeAccount'
  | 'debtor'
  | 'customer'
  | 'agreement'
  | 'tpp'
  | 'brand'
  | 'message'
  | 'reference'
  | 'date'
  | 'count'
  | 'frequency'
  | 'start'
  | 'end'
  | 'upcoming';
