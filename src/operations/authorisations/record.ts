/** An authorisation as kept: who is asked for what, and how it ended (contract 5). */
import type { AuthorisationKind, EndReason, ScaStatus } from '../../domain/authorisations/authorisation.ts';
import type { PsuContext } from '../../domain/psu.ts';

/** An authorisation as kept: what a PSU is asked to confirm, for whom, until when. Times are epoch milliseconds. */
export interface AuthorisationRecord {
  readonly authorisationId: string;
  readonly tppId: string;
  readonly kind: AuthorisationKind;
  readonly paymentId: string | null;
  readonly basketId: string | null;
  readonly scaStatus: ScaStatus;
  readonly endReason: EndReason | null;
  /** The secret part of the address that the PSU follows. */
  readonly linkToken: string;
  /** Made with the creation of a payment; counts as started once its page has been opened. */
  readonly implicit: boolean;
  readonly opened: boolean;
  readonly psuId: string | null;
  readonly identityNumber: string | null;
  readonly sessionId: string | null;
  readonly psuContext: PsuContext | null;
  readonly corporateId: string | null;
  readonly redirectUri: string;
  readonly redirectPreferred: boolean;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  readonly language: 'en' | 'nb';
  /** Who has given their customer number on the page, and the agreement that a corporate customer chose. */
  readonly customerId: string | null;
  readonly agreementId: string | null;
  readonly code: string;
  /** Hash of the amounts and payees that the code was made for. */
  readonly codeBinding: string;
  readonly wrongAttempts: number;
  /** Hash of the cookie of the browser that opened the page. */
  readonly browserHash: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}
