/** Notifications: the pauses between attempts, and that bodies are as the document says. */
import { expect, it } from 'vitest';
import { notificationBodyOf, pauseMsAfter, retryForMs } from '../../src/domain/notifications/notification.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { notificationBody } from '../../src/rest/wire/notification.ts';

it('pauses double from five seconds to an hour, which makes 34 attempts in a day', () => {
  expect([1, 2, 3, 10, 11, 12, 1_000].map(pauseMsAfter)).toEqual([
    ...[5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000, 3_600_000],
  ]);
  let attempts = 1;
  for (let elapsed = 0; elapsed < retryForMs; attempts += 1) elapsed += pauseMsAfter(attempts);
  expect(attempts).toBe(34);
});

it('bodies fit the schema of the document', () => {
  const sca = { authorisationId: 'a', scaStatus: 'finalised' } as const;
  for (const change of [
    { transactionStatus: 'ACSC' } as const,
    { ...sca, kind: 'PAYMENT' } as const,
    { ...sca, kind: 'CANCELLATION' } as const,
  ])
    expect(notificationBody.parse(notificationBodyOf(domestic, 'p', change))).toBeDefined();
});
