/** Where a TPP is notified of a payment, as its request says, and what the response says of that. */
import type { NotificationContent } from '../../domain/notifications/request.ts';
import type { Context } from '../operation.ts';
import { firstLookMs } from './ports.ts';

export interface NotificationSupport {
  /** Whether the TPP will be notified. */
  readonly supported: boolean;
  readonly content: readonly NotificationContent[];
}

/** Stores the target of the payment, where the request names one; `isNew`: the request creates the payment. null: it does not. */
export async function storeTarget(
  {
    psu: { notification },
    settings,
    stores,
    realNow,
  }: Pick<Context, 'psu' | 'settings' | 'stores' | 'realNow'>,
  paymentId: string,
  isNew: boolean,
): Promise<NotificationSupport | null> {
  if (notification === null) return null;
  if (!settings.notifications) return unsupported;
  const store = isNew ? stores.notifications.add : stores.notifications.put;
  await store(paymentId, notification, realNow + firstLookMs);
  return { supported: true, content: notification.content };
}

const unsupported: NotificationSupport = { supported: false, content: [] };

/** Of a signing basket: its payments have targets of their own. */
export const supportForBasket = ({ psu }: Pick<Context, 'psu'>): NotificationSupport | null =>
  psu.notification === null ? null : unsupported;
