/** `Payment.authorisations`: the authorisations of the payment, those of its cancellation and of its baskets. */

import {
  authorisationKinds,
  authorisationView,
  type EndReason,
  endReasons,
} from '../../../../domain/authorisations/authorisation.ts';
import { link } from '../../../../domain/payments/links.ts';
import { reading } from '../../../documents/reads.ts';
import { described, withMeanings } from '../../code-meanings.ts';
import { list } from '../../costs.ts';
import { authorisationsOfEachAtMost, type ReadAuthorisation } from '../../loaders.ts';
import type { SchemaParts } from '../../parts.ts';

export function authorisationsField(parts: SchemaParts): void {
  const type = paymentAuthorisation(parts);
  parts.builder.interfaceField(parts.payments.payment, 'authorisations', (t) =>
    t.field({
      type: [type],
      complexity: list(2, authorisationsOfEachAtMost),
      description: `Authorisations of the payment, of its cancellation and of its signing baskets, oldest first; the newest ${authorisationsOfEachAtMost}.`,
      extensions: reading('Payment.authorisations'),
      resolve: (payment, _args, { call }) =>
        call.loaders.authorisationsOfPayment.load((payment as { paymentId: string }).paymentId),
    }),
  );
}

function paymentAuthorisation({ builder, mapper, common, identityProvider }: SchemaParts) {
  const kinds = authorisationKinds.filter((kind) => kind !== 'LOGIN');
  const kind = builder.enumType('AuthorisationKind', {
    description: 'What a PSU is asked to approve.',
    values: withMeanings('AuthorisationKind', kinds),
  });
  // Only an identity provider's answer can be UNVERIFIED; a service that has none any more does not show how such a one ended.
  const reasons = Object.entries(endReasons).filter(
    ([reason]) => identityProvider || reason !== 'UNVERIFIED',
  );
  const sentences = reasons.map(([reason, text]) => [
    reason,
    `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
  ]);
  const endReason = builder.enumType('AuthorisationEndReason', {
    description: 'How an authorisation ended.',
    values: described(Object.fromEntries(sentences) as Record<EndReason, string>),
  });
  return builder.objectRef<ReadAuthorisation>('PaymentAuthorisation').implement({
    description:
      'An authorisation of a payment, from its start to its end. Times are by the clock of the TPP.',
    fields: (t) => ({
      ...mapper.viewFields<ReadAuthorisation>(authorisationView)(t),
      kind: t.field({
        type: kind,
        description: 'What the PSU is asked to approve.',
        resolve: (one) => one.kind as (typeof kinds)[number],
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was started.' }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Until when the PSU may follow the link.',
      }),
      endedAt: t.expose('endedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it ended; null while it is open.',
      }),
      endReason: t.field({
        type: endReason,
        nullable: true,
        description: 'How it ended; null while it is open.',
        resolve: ({ endReason: reason }) => (reason === 'UNVERIFIED' && !identityProvider ? null : reason),
      }),
      links: t.field({
        type: common.links,
        description: 'While it is open, scaRedirect leads the PSU to the page.',
        resolve: ({ scaRedirect }) => (scaRedirect === null ? {} : { scaRedirect: link(scaRedirect, 'GET') }),
      }),
    }),
  });
}
