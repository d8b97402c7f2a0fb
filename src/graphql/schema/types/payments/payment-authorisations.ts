/** `Payment.authorisations`: authorisations of the payment, its cancellation and its baskets. */

import {
  authorisationKinds,
  authorisationView,
  type EndReason,
  endReasons,
} from '../../../../domain/authorisations/authorisation.ts';
import { link } from '../../../../domain/payments/links.ts';
import { databaseRead } from '../../../documents/reads.ts';
import { withDescriptions, withMeaningsOf } from '../../code-meanings.ts';
import { listCost } from '../../costs.ts';
import { authorisationsOfEachAtMost, type ListedAuthorisation } from '../../loaders.ts';
import type { SchemaParts } from '../../parts.ts';

export function authorisationsField(parts: SchemaParts): void {
  const type = paymentAuthorisationType(parts);
  parts.builder.interfaceField(parts.payments.payment, 'authorisations', (t) =>
    t.field({
      type: [type],
      complexity: listCost(2, authorisationsOfEachAtMost),
      description: `Authorisations of the payment, its cancellation and its signing baskets, oldest first. Only the newest ${authorisationsOfEachAtMost} are returned.`,
      extensions: databaseRead('Payment.authorisations'),
      resolve: (payment, _args, { call }) =>
        call.loaders.authorisationsOfPayment.load((payment as { paymentId: string }).paymentId),
    }),
  );
}

function paymentAuthorisationType({ builder, mapper, common, identityProvider }: SchemaParts) {
  const kinds = authorisationKinds.filter((kind) => kind !== 'LOGIN');
  const kind = builder.enumType('AuthorisationKind', {
    description: 'What the PSU approves.',
    values: withMeaningsOf('AuthorisationKind', kinds),
  });
  // Only an identity provider can end an authorisation as UNVERIFIED. Without one the schema does not have the reason.
  const reasons = Object.entries(endReasons).filter(
    ([reason]) => identityProvider || reason !== 'UNVERIFIED',
  );
  const descriptions = reasons.map(([reason, text]) => [
    reason,
    `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
  ]);
  const endReason = builder.enumType('AuthorisationEndReason', {
    description: 'How an authorisation ended.',
    values: withDescriptions(Object.fromEntries(descriptions) as Record<EndReason, string>),
  });
  return builder.objectRef<ListedAuthorisation>('PaymentAuthorisation').implement({
    description: "An authorisation of a payment. Times are by the TPP's clock.",
    fields: (t) => ({
      ...mapper.viewFields<ListedAuthorisation>(authorisationView)(t),
      kind: t.field({
        type: kind,
        description: 'What the PSU approves.',
        resolve: (authorisation) => authorisation.kind as (typeof kinds)[number],
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of its start.' }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Time until which the PSU can open the link.',
      }),
      endedAt: t.expose('endedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Time of its end; null while it is open.',
      }),
      endReason: t.field({
        type: endReason,
        nullable: true,
        description: 'How it ended; null while it is open.',
        resolve: ({ endReason: reason }) => (reason === 'UNVERIFIED' && !identityProvider ? null : reason),
      }),
      links: t.field({
        type: common.links,
        description: 'Links of the authorisation. While it is open, scaRedirect is the page for the PSU.',
        resolve: ({ scaRedirect }) => (scaRedirect === null ? {} : { scaRedirect: link(scaRedirect, 'GET') }),
      }),
    }),
  });
}
