import {
  type ListedPaymentFragment,
  OverviewDocument,
  type OverviewQuery,
  type OverviewQueryVariables,
  type PaymentStatus,
} from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { hasBankApp, isOffered } from '../parts/bank.ts';
import { countedAtMost, countText } from '../parts/count.ts';
import { DayChart, type Series } from '../parts/day-chart.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { byLife, StatusChip, toneOf, useStatusText } from '../parts/status.tsx';
import { Amount, Creditor, formatAmount, Moment, shortNumber } from '../parts/values.tsx';
import { locales, usePreferences, useText } from '../preferences.ts';
import { go, hrefOf } from '../route.ts';

const groups = {
  customer: ['RCVD'],
  bank: ['PDNG', 'ACSP', 'ACCP', 'ACTC', 'ACWC', 'ACWP', 'PRSY'],
  finished: ['ACSC', 'PART', 'RJCT', 'CANC'],
} satisfies OverviewQueryVariables;

type Day = OverviewQuery['paymentDays'][number];

export function Overview() {
  const t = useText();
  const { data, error, refetch } = useRead(OverviewDocument, groups);
  useLive(() => refetch());
  return (
    <Page
      title={t('navOverview')}
      actions={
        <a className="button primary" href={hrefOf('create')}>
          <Icon name="create" />
          {t('makePayment')}
        </a>
      }
    >
      {!data && (error ? <Problem error={error} again={refetch} /> : <Loading />)}
      {data && data.all.totalCount === 0 && <FirstSteps />}
      {data && (
        <>
          <Figures data={data} />
          {isCut(data) && <p className="hint">{t('chartCut', { count: countedAtMost })}</p>}
          {data.all.totalCount > 0 && <Charts days={data.paymentDays} />}
          {data.all.totalCount > 0 && (
            <div className="tiles three">
              <Waiting title={t('waitsCustomer')} payments={data.customer.nodes} statuses={groups.customer} />
              <Waiting title={t('waitsBank')} payments={data.bank.nodes} statuses={groups.bank} />
              <Waiting title={t('finished')} payments={data.finished.nodes} statuses={groups.finished} />
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function isCut({ all, paymentDays }: OverviewQuery): boolean {
  const counts = paymentDays.flatMap(({ statuses }) => statuses.map(({ count }) => count));
  return all.totalCount > countedAtMost && counts.reduce((sum, count) => sum + count, 0) >= countedAtMost;
}

function FirstSteps() {
  const t = useText();
  return (
    <Empty
      icon="payments"
      title={t('firstTitle')}
      hint={t(hasBankApp() ? 'firstHint' : 'firstHintElsewhere')}
    >
      <a className="button primary" href={hrefOf('create')}>
        {t('makePayment')}
      </a>
      {isOffered('scenarios') && (
        <a className="button" href={hrefOf('scenarios')}>
          {t('navScenarios')}
        </a>
      )}
    </Empty>
  );
}

const listOf = (statuses: readonly PaymentStatus[]): string =>
  hrefOf('payments', null, new URLSearchParams(statuses.map((status) => ['status', status])));

function Figures({ data }: { readonly data: OverviewQuery }) {
  const t = useText();
  return (
    <dl className="figures">
      {isOffered('time') && (
        <>
          <Figure label={t('clock')} href={hrefOf('time')}>
            <Moment at={data.viewer.clock} style="short" />
          </Figure>
          <Figure label={t('nextRun')} href={hrefOf('time')}>
            <Moment at={data.viewer.nextBatchRun} style="short" />
          </Figure>
        </>
      )}
      <Figure label={t('waitsCustomer')} href={listOf(groups.customer)}>
        {countText(data.customer.totalCount)}
      </Figure>
      <Figure label={t('waitsBank')} href={listOf(groups.bank)}>
        {countText(data.bank.totalCount)}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly href: string;
  readonly children: React.ReactNode;
}

function Figure({ label, href, children }: FigureProps) {
  return (
    <div className="card figure">
      <dt>{label}</dt>
      <dd>
        <a href={href}>{children}</a>
      </dd>
    </div>
  );
}

function Charts({ days }: { readonly days: readonly Day[] }) {
  const t = useText();
  const status = useStatusText();
  const { language } = usePreferences();
  const known = [...new Set(days.flatMap(({ statuses }) => statuses.map((one) => one.transactionStatus)))];
  known.sort(byLife);
  const counts: readonly Series[] = known.map((one) => ({
    name: status(one),
    tone: toneOf(one),
    values: days.map((day) => day.statuses.find((it) => it.transactionStatus === one)?.count ?? 0),
  }));
  const currencies = [...new Set(days.flatMap(({ moved }) => moved.map(({ currency }) => currency)))];
  const main = currencies.includes('NOK') ? 'NOK' : currencies[0];
  const sums = days.map((day) => Number(day.moved.find(({ currency }) => currency === main)?.amount ?? 0));
  const dates = days.map(({ date }) => date);
  const open = (date: string) => go(hrefOf('payments', null, new URLSearchParams({ from: date, to: date })));
  return (
    <div className="columns even">
      <Card title={t('chartStatus')} hint={t('chartHint')}>
        <DayChart dates={dates} series={counts} open={open} format={String} short={String} />
      </Card>
      <Card
        title={main ? t('chartMoved', { currency: main }) : t('chartMovedNothing')}
        hint={main ? t('chartMovedHint') : t('chartMovedNone')}
      >
        {main && (
          <DayChart
            dates={dates}
            series={[{ name: main, tone: 'good', values: sums }]}
            open={open}
            format={(value) => formatAmount(value.toFixed(0), locales[language])}
            short={(value) => shortNumber(value, locales[language])}
          />
        )}
      </Card>
    </div>
  );
}

interface WaitingProps {
  readonly title: string;
  readonly payments: readonly ListedPaymentFragment[];
  readonly statuses: readonly PaymentStatus[];
}

function Waiting({ title, payments, statuses }: WaitingProps) {
  const t = useText();
  return (
    <Card
      title={title}
      actions={
        <a className="small" href={listOf(statuses)}>
          {t('seeAll')}
        </a>
      }
    >
      {payments.length === 0 ? (
        <p className="hint">{t('nothingWaits')}</p>
      ) : (
        <ul className="rows">
          {payments.map((payment) => (
            <li key={payment.paymentId}>
              <a href={hrefOf('payments', payment.paymentId)}>
                <span className="rows-main">
                  <Creditor names={payment.creditorNames} />
                </span>
                {payment.totalAmount && <Amount value={payment.totalAmount} />}
                <span className="rows-below">
                  <StatusChip status={payment.transactionStatus} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
