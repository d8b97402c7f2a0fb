/** `Payment.notifications`: where the TPP is notified of the payment, and what came of it. */
import { notificationContents } from '../../../../domain/notifications/request.ts';
import { reading } from '../../../documents/reads.ts';
import { described } from '../../code-meanings.ts';
import { list } from '../../costs.ts';
import type { ReadNotifications } from '../../loaders.ts';
import type { SchemaParts } from '../../parts.ts';

export function notificationsField(parts: SchemaParts): void {
  const type = notificationsType(parts);
  parts.builder.interfaceField(parts.payments.payment, 'notifications', (t) =>
    t.field({
      type,
      nullable: true,
      description:
        'Where changes of the payment are posted to, and what came of it; null where the TPP has asked for no notifications, or they were deleted a week after their end.',
      extensions: reading('Payment.notifications'),
      resolve: (payment, _args, { call }) =>
        call.loaders.notifications.load((payment as { paymentId: string }).paymentId),
    }),
  );
}

function notificationsType({ builder }: SchemaParts) {
  const content = builder.enumType('NotificationContent', {
    description: 'What a TPP is notified of.',
    values: described<(typeof notificationContents)[number]>({
      SCA: 'SCA: each scaStatus of the authorisations of the payment and of its cancellation.',
      PROCESS: 'Process: each status of the payment.',
      LAST: 'Last: the final status of the payment.',
    }),
  });
  const state = builder.enumType('NotificationState', {
    description: 'How far the notifications of a payment are.',
    values: described<ReadNotifications['state']>({
      ACTIVE: 'Active: the next change is posted.',
      FINAL: 'Final: the payment has ended, and everything was delivered.',
      GIVEN_UP: 'Given up: a notification failed for a day. A new authorisation with an address begins anew.',
    }),
  });
  const attempt = builder
    .objectRef<NonNullable<ReadNotifications['lastAttempt']>>('NotificationAttempt')
    .implement({
      description: 'An attempt to deliver a notification.',
      fields: (t) => ({
        at: t.expose('at', { type: 'DateTime', description: 'When, in real time.' }),
        status: t.exposeInt('status', {
          nullable: true,
          description: 'The HTTP status of the response; null: there was none.',
        }),
        failure: t.exposeString('failure', {
          nullable: true,
          description: 'Why it failed; null: the notification was accepted.',
        }),
      }),
    });
  return builder.objectRef<ReadNotifications>('PaymentNotifications').implement({
    description: 'Notifications of the changes of a payment to its TPP. Times are real time.',
    fields: (t) => ({
      uri: t.exposeString('uri', { description: 'Where they are posted to.' }),
      content: t.expose('content', {
        type: [content],
        complexity: list(notificationContents.length),
        description: 'Of what.',
      }),
      state: t.expose('state', { type: state, description: 'How far they are.' }),
      delivered: t.exposeInt('delivered', { description: 'How many were accepted.' }),
      pending: t.exposeInt('pending', { description: 'How many wait.' }),
      failures: t.exposeInt('failures', {
        description: 'How often the oldest that waits has failed.',
      }),
      lastAttempt: t.expose('lastAttempt', {
        type: attempt,
        nullable: true,
        description: 'The last attempt; null before the first.',
      }),
      nextAttemptAt: t.expose('nextAttemptAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the oldest that waits is sent; null: none waits.',
      }),
    }),
  });
}
