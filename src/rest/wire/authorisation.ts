/** Authorisations as REST shows them (contract 5), and the schemas of what is shown. */
import { z } from 'zod';
import { scaStatuses } from '../../domain/authorisations/authorisation.ts';
import { link, paymentPath } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { StartedAuthorisation } from '../../operations/authorisations/start-authorisation.ts';
import type { CancelledPayment } from '../../operations/payments/cancel-payment.ts';
import type { AuthorisationRecord } from '../../operations/ports.ts';
import { transactionStatus } from './payment.ts';
import { exampleIds, links, opaqueId, psuMessage } from './schemas.ts';

/** Answer to the start of an authorisation. */
export function startedAuthorisation({ authorisation, links, psuMessage }: StartedAuthorisation) {
  return {
    authorisationId: authorisation.authorisationId,
    scaStatus: authorisation.scaStatus,
    ...(psuMessage ? { psuMessage } : {}),
    _links: links,
  };
}

export function authorisationIds(all: readonly AuthorisationRecord[]) {
  return { authorisationIds: all.map(({ authorisationId }) => authorisationId) };
}

export function authorisationStatus({ scaStatus }: AuthorisationRecord) {
  return { scaStatus };
}

/** Answer to DELETE: nothing when cancelled, else where the cancellation is authorised. */
export function cancellation({ payment, cancelled, links }: CancelledPayment) {
  return cancelled ? undefined : { transactionStatus: payment.status, _links: links };
}

const scaStatus = z
  .enum(scaStatuses)
  .meta({ id: 'ScaStatus', description: 'Status of an authorisation, as Berlin Group has them.' });

export const startedAuthorisationSchema = z
  .strictObject({ authorisationId: opaqueId, scaStatus, psuMessage, _links: links })
  .meta({
    id: 'StartedAuthorisation',
    description: 'An authorisation that the PSU can now give: send them to scaRedirect.',
    examples: [
      {
        authorisationId: exampleIds.authorisation,
        scaStatus: 'started',
        _links: {
          scaRedirect: link('http://localhost:4000/sca/5H0xv0bS2m1k9yQwT3uZpA', 'GET'),
          scaStatus: link(
            `/v1/signing-baskets/${exampleIds.basket}/authorisations/${exampleIds.authorisation}`,
            'GET',
          ),
        },
      },
    ],
  });

export const authorisationIdsSchema = z.strictObject({ authorisationIds: z.array(opaqueId) }).meta({
  id: 'AuthorisationIds',
  description: 'Ids of authorisations, oldest first.',
  examples: [{ authorisationIds: [exampleIds.authorisation] }],
});

export const authorisationStatusSchema = z.strictObject({ scaStatus }).meta({
  id: 'AuthorisationStatus',
  examples: [{ scaStatus: 'finalised' }],
});

export function cancellationSchema(products: readonly Product[]) {
  const status = transactionStatus(products);
  const product = products[0];
  const path = product ? paymentPath(product, exampleIds.payment) : '';
  return z.strictObject({ transactionStatus: status, _links: links }).meta({
    id: `${status.meta()?.id?.replace('Status', '')}CancellationToApprove`,
    description: 'The payment was approved, so the PSU must approve its cancellation.',
    examples: [
      {
        transactionStatus: 'PDNG',
        _links: { startAuthorisation: link(`${path}/cancellation-authorisations`, 'POST') },
      },
    ],
  });
}
