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
export function readPsuRequest(reader: HeaderReader): PsuRequest {
  const readHeader = (name: string): string | null => reader(name) || null;
  const context = readHeader('PSU-Context');
  const brand = readHeader('TPP-Brand-Logging-Information');
  const redirectPreferred = readHeader('TPP-Redirect-Preferred');
  const uri = readHeader('TPP-Notification-URI');
  const content = preferredContent(readHeader('TPP-Notification-Content-Preferred'));
  return {
    psuId: readHeader('PSU-ID')?.toLowerCase() ?? null,
    identityNumber: readHeader('X-PSU-IDENTITY'),
    sessionId: readHeader('TPP-Session-ID'),
    redirectUri: readHeader('TPP-Redirect-URI'),
    redirectPreferred: redirectPreferred === null ? null : redirectPreferred === 'true',
    brand: brand === null ? null : headerText(brand),
    authMethodPreferred: readHeader('X-PSU-AuthMethod-Preferred'),
    corporateId: readHeader('PSU-Corporate-ID'),
    context: context === 'PRIVATE' || context === 'CORPORATE' ? context : null,
    ipAddress: readHeader('PSU-IP-Address'),
    acceptLanguage: readHeader('PSU-Accept-Language'),
    notification: uri === null ? null : { uri, content },
  };
}
