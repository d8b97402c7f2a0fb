import type { PaymentDetailsFragment } from '../generated/graphql.ts';
import { Fact } from '../parts/fact.tsx';
import { BankText, Card } from '../parts/page.tsx';
import { Moment } from '../parts/values.tsx';
import { useText } from '../preferences.ts';

type Notifications = NonNullable<PaymentDetailsFragment['notifications']>;

export function NotificationsOf({ notifications }: { readonly notifications: Notifications }) {
  const t = useText();
  const { uri, content, state, delivered, pending, lastAttempt, nextAttemptAt } = notifications;
  return (
    <Card title={t('notifications')} hint={t(`notifications${state}`)}>
      <dl className="facts">
        <Fact name={t('notifiedAddress')}>
          <code>{uri}</code> <span className="code soft">{content.join(', ')}</span>
        </Fact>
        <Fact name={t('notificationsDelivered')}>{delivered}</Fact>
        {lastAttempt && (
          <Fact name={t('lastAttempt')}>
            <Moment at={lastAttempt.at} style="exact" />
            {lastAttempt.status !== null && <span className="code"> HTTP {lastAttempt.status}</span>}
            {lastAttempt.failure && (
              <p className="warn-text">
                <BankText text={lastAttempt.failure} />
              </p>
            )}
          </Fact>
        )}
        {nextAttemptAt && (
          <Fact name={t('nextAttempt')}>
            <Moment at={nextAttemptAt} style="exact" /> {t('notificationsPending', { count: pending })}
          </Fact>
        )}
      </dl>
    </Card>
  );
}
