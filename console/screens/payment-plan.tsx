import { Fragment } from 'react';
import type { PaymentDetailsFragment } from '../generated/graphql.ts';
import { BankText, Card } from '../parts/page.tsx';
import { Day, useFormatTime } from '../parts/values.tsx';
import { locales, usePreferences, useText } from '../preferences.ts';
import { PlanDetails } from './payment-details.tsx';

type Periodic = Extract<PaymentDetailsFragment, { __typename: 'PeriodicPayment' }>;
type Execution = Periodic['upcomingExecutions'][number];

const monthsAtMost = 12;

export function Plan({ payment }: { readonly payment: Periodic }) {
  const t = useText();
  const format = useFormatTime();
  const monthOf = ({ date }: Execution) => date.slice(0, 7);
  const months = [...new Set(payment.upcomingExecutions.map(monthOf))].slice(0, monthsAtMost);
  const plan = payment.upcomingExecutions.filter((one) => months.includes(monthOf(one)));
  const moved = plan.filter(({ moved: is }) => is);
  return (
    <Card title={t('plan')} hint={plan.length > 0 ? t('planHint', { count: plan.length }) : t('planNone')}>
      <PlanDetails payment={payment} />
      <div className="months">
        {months.map((month) => (
          <Month key={month} month={month} plan={plan} />
        ))}
      </div>
      {moved.length > 0 && (
        <ul className="moved">
          {moved.map((one) => (
            <li key={one.nominalDate}>
              <strong>
                <Day date={one.date} style="weekday" />
              </strong>{' '}
              {t('planMoved', { date: format(`${one.nominalDate}T00:00:00Z`, 'weekday') })}{' '}
              <Reasons reason={one.reason ?? ''} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The bank joins several reasons by semicolons. */
function Reasons({ reason }: { readonly reason: string }) {
  return reason.split('; ').map((text, index) => (
    <Fragment key={text}>
      {index > 0 && '; '}
      <BankText text={text} />
    </Fragment>
  ));
}

function WeekDays({ locale }: { readonly locale: string }) {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => (
    // 1 January 2024 was a Monday.
    // biome-ignore lint/suspicious/noArrayIndexKey: a week has no other days
    <li key={`day-${day}`} className="week-day" aria-hidden="true">
      {format.format(new Date(Date.UTC(2024, 0, 1 + day)))}
    </li>
  ));
}

function Month({ month, plan }: { readonly month: string; readonly plan: readonly Execution[] }) {
  const { language } = usePreferences();
  const locale = locales[language];
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const blanks = (first.getUTCDay() + 6) % 7;
  const byDate = new Map(plan.map((one) => [one.date, one]));
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    first,
  );
  return (
    <figure className="month">
      <figcaption>{title}</figcaption>
      <ol>
        <WeekDays locale={locale} />
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
