import { expect, it } from 'vitest';
import { openAuthorisation, storyOf } from '../../console/screens/payment-story.ts';

const at = (minute: number) => `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000Z`;
const asked = {
  authorisationId: 'a',
  kind: 'PAYMENT' as const,
  createdAt: at(1),
  expiresAt: at(16),
  links: { scaRedirect: { href: 'http://localhost:4000/sca/a' } },
};
const booking = (minute: number) => ({
  at: at(minute),
  amount: { amount: '1.00', currency: 'NOK' as const },
  creditorName: 'Kari',
});

it('holds statuses, authorisations and bookings; at the same time, a cause comes before its effect', () => {
  const story = storyOf({
    statusHistory: [
      { from: null, to: 'RCVD', at: at(1), reason: 'created' },
      { from: 'RCVD', to: 'PDNG', at: at(3), reason: 'approved' },
      { from: 'PDNG', to: 'ACSC', at: at(9), reason: 'settled' },
    ],
    authorisations: [{ ...asked, scaStatus: 'finalised', endedAt: at(3), endReason: 'APPROVED' }],
    bookings: [booking(9), booking(9)],
  });
  expect(story.map((event) => [event.kind, event.kind === 'status' ? event.change.to : event.at])).toEqual([
    ['status', 'RCVD'],
    ['started', at(1)],
    ['ended', at(3)],
    ['status', 'PDNG'],
    ['booked', at(9)],
    ['status', 'ACSC'],
  ]);
  expect(story[4]).toMatchObject({ bookings: [booking(9), booking(9)] });
});

it('the waiting authorisation is the newest open one with an address', () => {
  const ended = { ...asked, scaStatus: 'failed' as const, endedAt: at(2), endReason: 'SUPERSEDED' as const };
  const open = {
    ...asked,
    authorisationId: 'b',
    scaStatus: 'started' as const,
    endedAt: null,
    endReason: null,
  };
  expect(openAuthorisation([ended, open])?.authorisationId).toBe('b');
  expect(openAuthorisation([ended])).toBeNull();
});
