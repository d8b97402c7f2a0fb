/** The plan of a periodic payment on a calendar: its days, and those that were moved with the reason. */
import type { PaymentDetailsFragment } from '../generated/graphql.ts';
import { Card } from '../parts/page.tsx';
import { Day, useFormatTime } from '../parts/values.tsx';
import { locales, usePreferences, useText } from '../preferences.ts';

type Periodic = Extract<PaymentDetailsFragment, { __typename: 'PeriodicPayment' }>;
type Execution = Periodic['upcomingExecutions'][number];

const monthsAtMost = 12;

export function Plan({ payment }: { readonly payment: Periodic }) {
  const t = useText();
  const format = useFormatTime();
  const plan = payment.upcomingExecutions;
  const months = [...new Set(plan.map(({ date }) => date.slice(0, 7)))].slice(0, monthsAtMost);
  const moved = plan.filter(({ moved: is }) => is);
  return (
    <Card title={t('plan')} hint={plan.length > 0 ? t('planHint', { count: plan.length }) : t('planNone')}>
      <dl className="facts inline">
        <div>
          <dt>{t('frequency')}</dt>
          <dd>{payment.frequency}</dd>
        </div>
        <div>
          <dt>{t('startDate')}</dt>
          <dd>
            <Day date={payment.startDate} />
          </dd>
        </div>
        {payment.endDate && (
          <div>
            <dt>{t('endDate')}</dt>
            <dd>
              <Day date={payment.endDate} />
            </dd>
          </div>
        )}
      </dl>
      <div className="months">
        {months.map((month) => (
          <Month key={month} month={month} plan={plan} />
        ))}
      </div>
      {moved.length > 0 && (
        <ul className="moved">
          {moved.slice(0, monthsAtMost).map(({ date, nominalDate, reason }) => (
            <li key={nominalDate}>
              <strong>
                <Day date={date} style="weekday" />
              </strong>{' '}
              {t('planMoved', {
                date: format(`${nominalDate}T00:00:00Z`, 'weekday'),
                reason: reason ?? '',
              })}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Month({ month, plan }: { readonly month: string; readonly plan: readonly Execution[] }) {
  const { language } = usePreferences();
  const locale = locales[language];
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  // The week begins on a Monday here.
  const blanks = (first.getUTCDay() + 6) % 7;
  const byDate = new Map(plan.map((one) => [one.date, one]));
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    first,
  );
  return (
    <figure className="month">
      <figcaption>{title}</figcaption>
      <ol>
        {Array.from({ length: blanks }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blanks have nothing else
          <li key={`blank-${index}`} aria-hidden="true" />
        ))}
        {Array.from({ length: days }, (_, index) => {
          const date = `${month}-${String(index + 1).padStart(2, '0')}`;
          const execution = byDate.get(date);
          const look = execution ? (execution.moved ? 'day moved-day' : 'day planned-day') : 'day';
          return (
            <li key={date} className={look} aria-hidden={execution ? undefined : true}>
              <time dateTime={date}>{index + 1}</time>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
