import { z } from 'zod';
import { authorisationView } from '../../domain/authorisations/authorisation.ts';
import { opaqueId } from '../../domain/fields/shown.ts';
import { contentText } from '../../domain/notifications/request.ts';
import type { NotificationSupport } from '../../operations/notifications/target.ts';
import { bulkStatus } from './payment.ts';
import { linksSchema } from './schemas.ts';

const { authorisationId, scaStatus } = authorisationView.schema.shape;

export const notificationBody = z
  .strictObject({
    paymentId: opaqueId,
    // Single payments have a subset of these statuses.
    transactionStatus: bulkStatus.optional(),
    authorisationId: authorisationId.optional(),
    scaStatus: scaStatus.optional(),
    _links: linksSchema,
  })
  .meta({
    id: 'StatusNotification',
    description:
      'A new transactionStatus of a payment, or a new scaStatus of one of its authorisations. The links are paths at the bank.',
  });

export const supportHeader = 'ASPSP-Notification-Support';
export const contentHeader = 'ASPSP-Notification-Content';

/** `notifications` is null if the request asked for no notifications. */
function responseHeadersOf({ notifications }: { readonly notifications: NotificationSupport | null }) {
  if (notifications === null) return {};
  const support = { [supportHeader.toLowerCase()]: String(notifications.supported) };
  if (!notifications.supported) return support;
  return { ...support, [contentHeader.toLowerCase()]: contentText(notifications.content) };
}

/** For routes whose requests may ask for notifications. */
export const withNotifications = { notifies: true, responseHeadersOf } as const;
