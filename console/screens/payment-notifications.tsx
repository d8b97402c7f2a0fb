import type { PaymentDetailsFragment } from '../generated/graphql.ts';
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
        <div>
          <dt>{t('notifiedAddress')}</dt>
          <dd>
            <code>{uri}</code> <span className="code soft">{content.join(', ')}</span>
          </dd>
        </div>
        <div>
          <dt>{t('notificationsDelivered')}</dt>
          <dd>{delivered}</dd>
        </div>
        {lastAttempt && (
          <div>
            <dt>{t('lastAttempt')}</dt>
            <dd>
              <Moment at={lastAttempt.at} style="exact" />
              {lastAttempt.status !== null && <span className="code"> HTTP {lastAttempt.status}</span>}
              {lastAttempt.failure && (
                <p className="warn-text">
                  <BankText text={lastAttempt.failure} />
                </p>
              )}
            </dd>
          </div>
        )}
        {nextAttemptAt && (
          <div>
            <dt>{t('nextAttempt')}</dt>
            <dd>
              <Moment at={nextAttemptAt} style="exact" /> {t('notificationsPending', { count: pending })}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
