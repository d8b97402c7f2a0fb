import { z } from 'zod';
import { authorisationView } from '../../domain/authorisations/authorisation.ts';
import { opaqueId } from '../../domain/fields/shown.ts';
import { link, paymentPath } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { StartedAuthorisation } from '../../operations/authorisations/started-authorisation.ts';
import type { CancellationOutcome } from '../../operations/payments/cancel-payment.ts';
import type { AuthorisationRecord } from '../../operations/ports/stores.ts';
import { defineAnswer } from '../answer.ts';
import { bulkPrefix, transactionStatus } from './payment.ts';
import { exampleIds, exampleScaRedirect, linksSchema, psuMessage, tppMessages } from './schemas.ts';

export const startedAuthorisation = defineStartedAnswer('authorisations');
export const startedCancellation = defineStartedAnswer('cancellation-authorisations');

function defineStartedAnswer(collection: 'authorisations' | 'cancellation-authorisations') {
  const { shape } = authorisationView.schema;
  return defineAnswer(
    ([product]) => {
      const target = product
        ? paymentPath(product, exampleIds.payment)
        : `/v1/signing-baskets/${exampleIds.basket}`;
      return z.strictObject({ ...shape, tppMessages, psuMessage, _links: linksSchema }).meta({
        id: 'StartedAuthorisation',
        description: 'A started authorisation. Send the PSU to the link scaRedirect to approve or reject.',
        examples: [
          {
            authorisationId: exampleIds.authorisation,
            scaStatus: 'started',
            _links: {
              scaRedirect: exampleScaRedirect,
              scaStatus: link(`${target}/${collection}/${exampleIds.authorisation}`, 'GET'),
            },
          },
        ],
      });
    },
    ({ authorisation, links, tppMessages, psuMessage }: StartedAuthorisation) => ({
      ...authorisationView.write(authorisation),
      ...(tppMessages ? { tppMessages } : {}),
      ...(psuMessage ? { psuMessage } : {}),
      _links: links,
    }),
  );
}

export const authorisationIds = defineAnswer(
  z.strictObject({ authorisationIds: z.array(opaqueId) }).meta({
    id: 'AuthorisationIds',
    description: 'Ids of authorisations, oldest first.',
    examples: [{ authorisationIds: [exampleIds.authorisation] }],
  }),
  (authorisations: readonly AuthorisationRecord[]) => ({
    authorisationIds: authorisations.map(({ authorisationId }) => authorisationId),
  }),
);

export const authorisationStatus = defineAnswer(
  z
    .strictObject({ scaStatus: authorisationView.schema.shape.scaStatus })
    .meta({ id: 'AuthorisationStatus', examples: [{ scaStatus: 'finalised' }] }),
  ({ scaStatus }: AuthorisationRecord) => ({ scaStatus }),
);

export const cancellationToApprove = defineAnswer(
  cancellationSchema,
  ({ payment: { status }, links }: CancellationOutcome) => ({ transactionStatus: status, _links: links }),
);

function cancellationSchema(products: readonly Product[]) {
  const product = products[0];
  const path = product ? paymentPath(product, exampleIds.payment) : '';
  return z.strictObject({ transactionStatus: transactionStatus(products), _links: linksSchema }).meta({
    id: `${bulkPrefix(products)}PaymentCancellationToApprove`,
    description: 'The payment was approved, so the PSU must approve its cancellation.',
    examples: [
      {
        transactionStatus: 'PDNG',
        _links: { startAuthorisation: link(`${path}/cancellation-authorisations`, 'POST') },
      },
    ],
  });
}
