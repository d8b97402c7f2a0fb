import type { PaymentDetailsFragment } from '../generated/graphql.ts';
import { groupBy } from '../parts/group-by.ts';

export type Change = PaymentDetailsFragment['statusHistory'][number];
export type Authorisation = PaymentDetailsFragment['authorisations'][number];
export type Booking = PaymentDetailsFragment['bookings'][number];

export type StoryEvent =
  | { readonly kind: 'status'; readonly at: string; readonly change: Change }
  | { readonly kind: 'started' | 'ended'; readonly at: string; readonly authorisation: Authorisation }
  /** The transfers of a bulk payment are booked at one moment. */
  | { readonly kind: 'booked'; readonly at: string; readonly bookings: readonly Booking[] };

/** At the same time, a cause comes before its effect. */
const ranks = { created: 0, started: 1, ended: 2, booked: 3, status: 4 } as const;

const rankOf = (event: StoryEvent) =>
  event.kind === 'status' && event.change.from == null ? ranks.created : ranks[event.kind];

export function storyOf({
  statusHistory,
  authorisations,
  bookings,
}: Pick<PaymentDetailsFragment, 'statusHistory' | 'authorisations' | 'bookings'>): readonly StoryEvent[] {
  const events: readonly StoryEvent[] = [
    ...statusHistory.map((change): StoryEvent => ({ kind: 'status', at: change.at, change })),
    ...authorisations.flatMap((authorisation): StoryEvent[] => [
      { kind: 'started', at: authorisation.createdAt, authorisation },
      ...(authorisation.endedAt == null
        ? []
        : [{ kind: 'ended', at: authorisation.endedAt, authorisation } as const]),
    ]),
    ...[...groupBy(bookings, ({ at }) => at)].map(
      ([at, some]): StoryEvent => ({ kind: 'booked', at, bookings: some }),
    ),
  ];
  return events.toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || rankOf(one) - rankOf(other),
  );
}

export function openAuthorisation(authorisations: readonly Authorisation[]) {
  const open = authorisations.findLast(({ endedAt }) => endedAt == null);
  const href = open?.links.scaRedirect?.href;
  return open && href ? { ...open, href } : null;
}
