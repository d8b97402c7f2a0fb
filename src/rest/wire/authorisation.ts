/** Authorisations as REST shows them (contract 5). */
import type { StartedAuthorisation } from '../../operations/authorisations/start-authorisation.ts';
import type { CancelledPayment } from '../../operations/payments/cancel-payment.ts';
import type { AuthorisationRecord } from '../../operations/ports.ts';

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
