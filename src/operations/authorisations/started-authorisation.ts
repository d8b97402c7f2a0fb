import { type ShownAuthorisation, shownAuthorisation } from '../../domain/authorisations/authorisation.ts';
import { type Links, link } from '../../domain/payments/links.ts';
import { type TppMessage, withBankWarnings } from '../../domain/refusal.ts';
import type { NotificationSupport } from '../notifications/target.ts';
import type { Context } from '../operation.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { appMessageOf, scaRedirectOf } from './open.ts';

export interface StartedAuthorisation {
  readonly authorisation: ShownAuthorisation;
  readonly links: Links;
  readonly psuMessage?: string;
  readonly tppMessages?: readonly TppMessage[];
  /** null: the request does not ask for notifications. */
  readonly notifications: NotificationSupport | null;
}

/** The warnings of REST about the request. The response and the stored outcome contain them. */
export interface RequestWarnings {
  readonly warnings?: readonly TppMessage[];
}

export async function describeStart(
  context: Context,
  authorisation: AuthorisationRecord,
  authorisationsPath: string,
  notifications: NotificationSupport | null,
  warnings: readonly TppMessage[] = [],
): Promise<StartedAuthorisation> {
  const psuMessage = appMessageOf(context, authorisation);
  const tppMessages = withBankWarnings(warnings, await context.bank.corporateIdWarnings(context));
  return {
    authorisation: shownAuthorisation(authorisation),
    notifications,
    ...(tppMessages.length === 0 ? {} : { tppMessages }),
    links: {
      scaRedirect: link(scaRedirectOf(context, authorisation), 'GET'),
      scaStatus: link(`${authorisationsPath}/${authorisation.authorisationId}`, 'GET'),
    },
    ...(psuMessage === null ? {} : { psuMessage }),
  };
}
