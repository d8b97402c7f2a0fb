import { notificationContents } from '../../../../domain/notifications/request.ts';
import type { NotificationAttempt } from '../../../../operations/notifications/ports.ts';
import { databaseRead } from '../../../documents/reads.ts';
import { builder } from '../../builder.ts';
import { describedEnum } from '../../code-meanings.ts';
import { listCost } from '../../lists.ts';
import type { ShownNotifications } from '../../loaders.ts';
import { payment } from './payment.ts';

builder.interfaceFields(payment, (t) => ({
  notifications: t.field({
    type: notifications,
    nullable: true,
    description:
      'The notifications that the TPP gets about the payment; null if it did not ask for them, or if their state has been FINAL or GIVEN_UP for more than a week.',
    extensions: databaseRead('Payment.notifications'),
    resolve: ({ paymentId }, _args, { call }) => call.loaders.notifications.load(paymentId),
  }),
}));

const content = describedEnum<(typeof notificationContents)[number]>(
  'NotificationContent',
  'The kinds of changes about which the bank notifies a TPP.',
  {
    SCA: 'SCA: each scaStatus of the authorisations of the payment and of its cancellation.',
    PROCESS: 'Process: each status of the payment.',
    LAST: 'Last: the final status of the payment.',
  },
);
const state = describedEnum<'ACTIVE' | NonNullable<ShownNotifications['endReason']>>(
  'NotificationState',
  'Whether more notifications of a payment will follow.',
  {
    ACTIVE: 'Active: the bank will post the next change.',
    FINAL: 'Final: the payment has ended, and the TPP has accepted all notifications.',
    GIVEN_UP:
      'Given up: the bank could not deliver a notification for a day, so it stopped. To get notifications again, start an authorisation with notificationUri.',
  },
);
const attempt = builder.objectRef<NotificationAttempt>('NotificationAttempt').implement({
  description: 'An attempt to deliver a notification.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'The time of the attempt.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status of the response; null if there was no response.',
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'The reason of the failure; null if the TPP accepted the notification.',
    }),
  }),
});
const notifications = builder.objectRef<ShownNotifications>('PaymentNotifications').implement({
  description:
    'The notifications that a TPP gets about one payment. Their times are in real time, not by the sandbox clock.',
  fields: (t) => ({
    uri: t.exposeString('uri', { description: 'The address to which the bank posts notifications.' }),
    content: t.expose('content', {
      type: [content],
      complexity: listCost(notificationContents.length),
      description: 'The kinds of changes that the bank posts.',
    }),
    state: t.field({
      type: state,
      description: 'Whether more notifications will follow.',
      resolve: ({ endReason }) => endReason ?? 'ACTIVE',
    }),
    delivered: t.exposeInt('delivered', {
      description: 'The number of notifications that the TPP has accepted.',
    }),
    pending: t.int({
      description: 'The number of notifications that the bank has not delivered yet.',
      resolve: ({ pending }) => pending.length,
    }),
    failures: t.exposeInt('failures', {
      description: 'How many attempts to deliver the oldest pending notification have failed.',
    }),
    lastAttempt: t.field({
      type: attempt,
      nullable: true,
      description: 'The last attempt to deliver a notification; null before the first attempt.',
      resolve: ({ lastAttemptAt, lastStatus, lastFailure }) =>
        lastAttemptAt === null ? null : { at: lastAttemptAt, status: lastStatus, failure: lastFailure },
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the bank will send the oldest pending notification; null if no notification is pending.',
    }),
  }),
});
