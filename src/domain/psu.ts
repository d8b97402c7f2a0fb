import type { HeaderReader } from './headers.ts';
import { type NotificationRequest, preferredContent } from './notifications/request.ts';
import { headerText } from './values/text.ts';

export type PsuContext = 'PRIVATE' | 'CORPORATE';

/** A field is null if the request has no such header, or an empty one. */
export interface PsuRequest {
  /** In lower case. */
  readonly psuId: string | null;
  readonly identityNumber: string | null;
  readonly sessionId: string | null;
  readonly redirectUri: string | null;
  /** false: the PSU may also approve in the bank app. null: the request does not say. */
  readonly redirectPreferred: boolean | null;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  readonly corporateId: string | null;
  readonly context: PsuContext | null;
  /** Stored only if a later call to a remote bank needs it. */
  readonly ipAddress: string | null;
  /** From PSU-Accept-Language, because Accept-Language is the language of the TPP. */
  readonly acceptLanguage: string | null;
  readonly notification: NotificationRequest | null;
}

/** The headers must have passed `headerFaults`. */
export function readPsuRequest(readHeader: HeaderReader): PsuRequest {
  const readNonEmpty = (name: string): string | null => readHeader(name) || null;
  const context = readNonEmpty('PSU-Context');
  const brand = readNonEmpty('TPP-Brand-Logging-Information');
  const redirectPreferred = readNonEmpty('TPP-Redirect-Preferred');
  const uri = readNonEmpty('TPP-Notification-URI');
  const content = preferredContent(readNonEmpty('TPP-Notification-Content-Preferred'));
  return {
    psuId: readNonEmpty('PSU-ID')?.toLowerCase() ?? null,
    identityNumber: readNonEmpty('X-PSU-IDENTITY'),
    sessionId: readNonEmpty('TPP-Session-ID'),
    redirectUri: readNonEmpty('TPP-Redirect-URI'),
    redirectPreferred: redirectPreferred === null ? null : redirectPreferred === 'true',
    brand: brand === null ? null : headerText(brand),
    authMethodPreferred: readNonEmpty('X-PSU-AuthMethod-Preferred'),
    corporateId: readNonEmpty('PSU-Corporate-ID'),
    context: context === 'PRIVATE' || context === 'CORPORATE' ? context : null,
    ipAddress: readNonEmpty('PSU-IP-Address'),
    acceptLanguage: readNonEmpty('PSU-Accept-Language'),
    notification: uri === null ? null : { uri, content },
  };
}
