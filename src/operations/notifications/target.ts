import type { NotificationContent } from '../../domain/notifications/request.ts';
import type { Context } from '../operation.ts';
import { firstCheckAfterMs } from './ports.ts';

export interface NotificationSupport {
  readonly supported: boolean;
  readonly content: readonly NotificationContent[];
}

/** null: the request names no address. */
export async function storeNotificationTarget(
  { psu, settings, stores, realNow }: Pick<Context, 'psu' | 'settings' | 'stores' | 'realNow'>,
  paymentId: string,
  paymentState: 'NEW_PAYMENT' | 'STORED_PAYMENT',
): Promise<NotificationSupport | null> {
  const { notification } = psu;
  if (notification === null) return null;
  if (!settings.notifications) return unsupported;
  const store = paymentState === 'NEW_PAYMENT' ? stores.notifications.add : stores.notifications.put;
  await store(paymentId, notification, realNow + firstCheckAfterMs);
  return { supported: true, content: notification.content };
}

const unsupported: NotificationSupport = { supported: false, content: [] };

/** A basket has no notifications, because its payments have their own. */
export const supportForBasket = ({ psu }: Pick<Context, 'psu'>): NotificationSupport | null =>
  psu.notification === null ? null : unsupported;
