import { type FormEvent, useEffect, useId, useState } from 'react';
import {
  AdvanceClockDocument,
  type AdvanceClockMutation,
  AgendaDocument,
  type MessageFragment,
  PaymentsPageDocument,
  type PaymentsPageQuery,
  RunBatchDocument,
  ViewerDocument,
} from '../generated/graphql.ts';
import { useAct, useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { firstMoment, lastMoment, momentInOslo } from '../parts/days.ts';
import { groupBy } from '../parts/group-by.ts';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { BankText, Card, Page } from '../parts/page.tsx';
import { StatusChip } from '../parts/status.tsx';
import { Amount, Creditor, Moment, useFormatTime } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import type { TextKey } from '../texts/index.ts';

const steps: readonly (readonly [TextKey, string])[] = [
  ['timeHour', 'PT1H'],
  ['timeDay', 'P1D'],
  ['timeWeek', 'P1W'],
  ['timeMonth', 'P1M'],
];

const pastEventsAtMost = 100;

/** The most that one request may read. */
const paymentsNamed = 100;
const eventsAhead = 100;
type NamedPayments = ReadonlyMap<string, PaymentsPageQuery['payments']['nodes'][number]>;

/** Outside the component, so that the events survive a visit to another screen. */
let past: { readonly tppId: string | undefined; readonly events: readonly Event[] } = {
  tppId: undefined,
  events: [],
};
const pastEventsOf = (tppId: string | undefined): readonly Event[] =>
  tppId === past.tppId ? past.events : [];

type Moved = Omit<AdvanceClockMutation['answer'], '__typename'>;

export function Time() {
  const t = useText();
  const format = useFormatTime();
  const id = useId();
  const { data, refetch } = useRead(ViewerDocument, {});
  const agenda = useRead(AgendaDocument, { first: eventsAhead });
  const newest = useRead(PaymentsPageDocument, { first: paymentsNamed });
  useLive(() => {
    // Another tab or the toolkit may have moved the clock.
    refetch();
    agenda.refetch();
    newest.refetch();
  });
  const payments = new Map(newest.data?.payments.nodes.map((payment) => [payment.paymentId, payment]));
  const now = useTicking(data?.viewer.clock);
  const [to, setTo] = useState('');
  const [moved, setMoved] = useState<Moved>();
  const tppId = data?.viewer.tppId;
  const advance = useAct(AdvanceClockDocument);
  const batch = useAct(RunBatchDocument);
  const busy = advance.busy || batch.busy;
  const showMove = (answer: Moved | undefined) => {
    if (answer) {
      setMoved(answer);
      past = { tppId, events: [...pastEventsOf(tppId), ...answer.events].slice(-pastEventsAtMost) };
    }
    refetch();
    agenda.refetch();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void advance.run({ input: { to: momentInOslo(to) } }).then(showMove);
  };
  const messages: readonly MessageFragment[] = moved?.tppMessages ?? [];
  return (
    <Page title={t('navTime')} lead={t('timeLead')}>
      <section className="hero card" aria-label={t('clock')}>
        <p className="soft">{t('timeNow')}</p>
        <div className="hero-amount clock">
          {now && <time dateTime={now.toISOString()}>{format(now, 'exact')}</time>}
        </div>
        <p className="soft">{t('timeOslo')}</p>
        <div className="actions" role="group" aria-label={t('timeMove')}>
          <Button
            className="button primary"
            disabled={busy}
            onClick={() => void batch.run({ input: {} }).then(showMove)}
          >
            <Icon name="play" />
            {t('timeBatch')}
          </Button>
          {steps.map(([text, by]) => (
            <Button
              key={by}
              disabled={busy}
              onClick={() => void advance.run({ input: { by } }).then(showMove)}
            >
              + {t(text)}
            </Button>
          ))}
        </div>
        <form className="one-line" onSubmit={submit}>
          <label htmlFor={id}>{t('timeTo')}</label>
          <input
            id={id}
            type="datetime-local"
            min={firstMoment}
            max={lastMoment}
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
          <Button type="submit" disabled={busy || to === ''}>
            {t('timeGo')}
          </Button>
          <span className="soft small">{t('timeNeverBack')}</span>
        </form>
      </section>
      <Messages messages={messages} labelOf={() => t('clock')} />
      <Card title={t('timeLine')} hint={t('timeLineHint')} className="time-line">
        <ol className="timeline">
          <Events events={pastEventsOf(tppId)} titles="event" payments={payments} />
          <li className="tone-good time-now" aria-current="time">
            <strong>{t('timeHere')}</strong>
            <div role="status">
              {moved && moved.events.length === 0 && messages.length === 0 && (
                <p className="hint">{t('timeNothing')}</p>
              )}
              {moved?.reached === false && messages.length === 0 && <p className="hint">{t('timeStill')}</p>}
              {moved?.hasMoreEvents && <p className="hint">{t('timeMore')}</p>}
            </div>
            {now && (
              <p className="soft">
                <Moment at={now.toISOString()} style="exact" />
              </p>
            )}
          </li>
          <Events events={agenda.data?.upcomingEvents ?? []} titles="agenda" payments={payments} />
          {agenda.data?.upcomingEvents.length === 0 && (
            <li className="tone-calm time-ahead">{t('agendaNone')}</li>
          )}
          {agenda.data?.upcomingEvents.length === eventsAhead && (
            <li className="tone-calm time-ahead">{t('timeMore')}</li>
          )}
        </ol>
      </Card>
    </Page>
  );
}

type Event = Moved['events'][number];

/** A batch run processes many payments in one minute. */
function groupByMinute(events: readonly Event[]): readonly (readonly [Event, ...Event[]])[] {
  const groups: [Event, ...Event[]][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.[0].kind === event.kind && last[0].time.slice(0, 16) === event.time.slice(0, 16))
      last.push(event);
    else groups.push([event]);
  }
  return groups;
}

const textOf = ({ text, transactionStatus }: Event): string => `${text} ${transactionStatus}`;

interface EventsProps {
  readonly events: readonly Event[];
  readonly titles: 'event' | 'agenda';
  readonly payments: NamedPayments;
}

function Events({ events, titles, payments }: EventsProps) {
  const t = useText();
  return groupByMinute(events).map(([first, ...others], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: events have no name, and their order never changes
    <li key={`${titles}-${index}`} className={titles === 'event' ? 'tone-move' : 'tone-wait time-ahead'}>
      <strong>{t(`${titles}${first.kind}`)}</strong>
      {[...groupBy([first, ...others], textOf).values()].map((line) => (
        <EventLine key={textOf(line[0])} events={line} titles={titles} payments={payments} />
      ))}
      <p className="soft">
        <Moment at={first.time} style="exact" />
      </p>
    </li>
  ));
}

interface EventLineProps {
  readonly events: readonly [Event, ...Event[]];
  readonly titles: EventsProps['titles'];
  readonly payments: NamedPayments;
}

function EventLine({ events: [first, ...others], titles, payments }: EventLineProps) {
  const t = useText();
  const status = first.transactionStatus && <StatusChip status={first.transactionStatus} />;
  const text = titles === 'agenda' ? t(`ahead${first.kind}`) : <BankText text={first.text} />;
  if (others.length === 0)
    return (
      <p>
        {text} {first.paymentId && <PaymentLink paymentId={first.paymentId} payments={payments} />} {status}
      </p>
    );
  const paymentIds = [first, ...others].flatMap(({ paymentId }) => (paymentId ? [paymentId] : []));
  return (
    <details className="alike">
      <summary>
        {t('eventTimes', { count: others.length + 1 })} {text} {status}
      </summary>
      <ul>
        {[...new Set(paymentIds)].map((paymentId) => (
          <li key={paymentId}>
            <PaymentLink paymentId={paymentId} payments={payments} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface PaymentLinkProps {
  readonly paymentId: string;
  readonly payments: NamedPayments;
}

function PaymentLink({ paymentId, payments }: PaymentLinkProps) {
  const payment = payments.get(paymentId);
  const href = hrefOf('payments', paymentId);
  if (!payment)
    return (
      <a className="code" href={href}>
        {paymentId}
      </a>
    );
  return (
    <a href={href}>
      <Creditor names={payment.creditorNames} />
      {payment.totalAmount && (
        <>
          , <Amount value={payment.totalAmount} />
        </>
      )}
    </a>
  );
}

function useTicking(bankTime: string | undefined): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    if (bankTime === undefined) return;
    const ahead = Date.parse(bankTime) - Date.now();
    const tick = () => setNow(new Date(Date.now() + ahead));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [bankTime]);
  return now;
}
