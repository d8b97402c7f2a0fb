/** What a TPP learns of an authorisation that it has started. */
import { type ShownAuthorisation, shownAuthorisation } from '../../domain/authorisations/authorisation.ts';
import { type Links, link } from '../../domain/payments/links.ts';
import type { Context } from '../operation.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { scaRedirectOf } from './open.ts';

export interface StartedAuthorisation {
  readonly authorisation: ShownAuthorisation;
  readonly links: Links;
  readonly psuMessage?: string;
}

/** The answer to a start: `scaRedirect` for the PSU, `scaStatus` for the TPP. */
export function started(
  context: Context,
  authorisation: AuthorisationRecord,
  collection: string,
): StartedAuthorisation {
  return {
    authorisation: shownAuthorisation(authorisation),
    links: {
      scaRedirect: link(scaRedirectOf(context, authorisation), 'GET'),
      scaStatus: link(`${collection}/${authorisation.authorisationId}`, 'GET'),
    },
    ...(authorisation.redirectPreferred || !hasBankApp(context) ? {} : { psuMessage: bankAppMessage }),
  };
}

/** Whether a remote bank, or one with an identity provider, has an app is not known here. */
export const hasBankApp = ({ bank, settings }: Pick<Context, 'bank' | 'settings'>): boolean =>
  bank.desk === null && !settings.identityProvider;

/** Shown when the TPP prefers no redirect: the approval is also offered in the bank app. */
export const bankAppMessage = 'Open your bank app to approve, or follow the link to approve in the browser.';
