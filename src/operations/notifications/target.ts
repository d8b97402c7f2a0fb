/** Stores the address to which a request asks the bank to send notifications. The response says whether the bank will send any. */
import type { NotificationContent } from '../../domain/notifications/request.ts';
import type { Context } from '../operation.ts';
import { firstCheckAfterMs } from './ports.ts';

export interface NotificationSupport {
  /** Whether the TPP will be notified. */
  readonly supported: boolean;
  readonly content: readonly NotificationContent[];
}

/** Stores the address; null: the request names none. */
export async function storeTarget(
  {
    psu: { notification },
    settings,
    stores,
    realNow,
  }: Pick<Context, 'psu' | 'settings' | 'stores' | 'realNow'>,
  paymentId: string,
  paymentIs: 'NEW' | 'STORED',
): Promise<NotificationSupport | null> {
  if (notification === null) return null;
  if (!settings.notifications) return unsupported;
  const store = paymentIs === 'NEW' ? stores.notifications.add : stores.notifications.put;
  await store(paymentId, notification, realNow + firstCheckAfterMs);
  return { supported: true, content: notification.content };
}

const unsupported: NotificationSupport = { supported: false, content: [] };

/** The bank sends no notifications of a signing basket, because it sends notifications of each payment. */
export const supportForBasket = ({ psu }: Pick<Context, 'psu'>): NotificationSupport | null =>
  psu.notification === null ? null : unsupported;
