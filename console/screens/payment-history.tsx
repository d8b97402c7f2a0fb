import type { PaymentDetailsFragment } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { BankText } from '../parts/page.tsx';
import { ScaChip, StatusChip, toneOf, toneOfSca } from '../parts/status.tsx';
import { Amount, Creditor, Moment, UserText } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { type Authorisation, type Booking, type StoryEvent, storyOf } from './payment-story.ts';

const namedAtMost = 3;

export function History({ payment }: { readonly payment: PaymentDetailsFragment }) {
  return (
    <ol className="timeline">
      {storyOf(payment).map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end
        <li key={index} className={`tone-${toneOfEvent(event)} event-${event.kind}`}>
          <EventText event={event} />
          <p className="soft">
            <Moment at={event.at} style="exact" />
          </p>
        </li>
      ))}
    </ol>
  );
}

function toneOfEvent(event: StoryEvent) {
  if (event.kind === 'status') return toneOf(event.change.to);
  if (event.kind === 'booked') return 'good';
  return event.kind === 'ended' ? toneOfSca(event.authorisation.scaStatus) : 'wait';
}

function EventText({ event }: { readonly event: StoryEvent }) {
  if (event.kind === 'status')
    return (
      <>
        <StatusChip status={event.change.to} />
        <p>
          <BankText text={event.change.reason} />
        </p>
      </>
    );
  if (event.kind === 'booked') return <Booked bookings={event.bookings} />;
  return event.kind === 'started' ? (
    <Started authorisation={event.authorisation} />
  ) : (
    <Ended authorisation={event.authorisation} />
  );
}

function Started({ authorisation }: { readonly authorisation: Authorisation }) {
  const t = useText();
  const { kind, endedAt } = authorisation;
  return (
    <>
      <strong>{t(`authorisation${kind}`)}</strong>
      {endedAt == null && <Asked authorisation={authorisation} />}
    </>
  );
}

export function Asked({
  authorisation,
  hasButton = false,
}: {
  readonly authorisation: Authorisation;
  /** The page has a button that opens the link. */
  readonly hasButton?: boolean;
}) {
  const t = useText();
  const { scaStatus, expiresAt, links } = authorisation;
  const href = hasButton ? undefined : links.scaRedirect?.href;
  return (
    <p className="asked">
      <ScaChip status={scaStatus} />{' '}
      <span>{t(scaStatus === 'psuAuthenticated' ? 'askedApproval' : 'askedLogin')}</span>{' '}
      {href && (
        <a href={href} target="_blank" rel="noopener">
          {t('askedPage')} <Icon name="external" />
        </a>
      )}{' '}
      <span className="soft">
        {t('askedUntil')} <Moment at={expiresAt} style="time" />
      </span>
    </p>
  );
}

function Ended({ authorisation: { kind, scaStatus, endReason } }: { readonly authorisation: Authorisation }) {
  const t = useText();
  return (
    <>
      <strong>{t(`authorisationEnd${kind}`)}</strong> <ScaChip status={scaStatus} />
      {endReason && <p>{t(`end${endReason}`)}</p>}
    </>
  );
}

function Booked({ bookings }: { readonly bookings: readonly Booking[] }) {
  const t = useText();
  const names = bookings.map(({ creditorName }) => creditorName ?? '').filter((name) => name !== '');
  return (
    <>
      <strong>{t('booked')}</strong>
      {bookings.length <= namedAtMost ? (
        bookings.map((booking, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bookings have no name, and their order never changes
          <p key={index}>
            <Amount value={booking.amount} />{' '}
            {booking.creditorName && (
              <>
                → <UserText text={booking.creditorName} />
              </>
            )}
          </p>
        ))
      ) : (
        <p>
          {t('bookedMany', { count: bookings.length })} <Creditor names={names} />
        </p>
      )}
    </>
  );
}
