/** Pays, approves and rejects as a customer of the sandbox, and reads the statuses that follow. */
import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf } from '../play/bodies.ts';
import type { PlayCustomer } from '../play/customer.ts';
import type { PaymentKind } from '../play/outlines.ts';
import { visitPages } from '../play/psu.ts';
import type { Answer } from '../send.ts';
import { expectThat, linkIn, textIn } from './expect.ts';
import { type ConformanceProbe, psuHeaders } from './probe.ts';

const carriedOutWithinMs = 5_000;
const readEveryMs = 100;

/** Pays from the account of the payer. */
export function payFrom(
  probe: ConformanceProbe,
  { debtor }: PlayCustomer,
  kind: PaymentKind,
  headers = psuHeaders(),
): Promise<Answer> {
  return probe.pay(201, kind, {}, { headers, body: bodyOf(kind, { debtor }) });
}

export async function decide(
  probe: ConformanceProbe,
  { customerNumber }: PlayCustomer,
  resource: Answer,
  outcome: 'APPROVE' | 'REJECT',
): Promise<void> {
  const headers = psuHeaders();
  const authorisation = await probe.ask(201, 'POST', linkIn(resource, 'startAuthorisation'), { headers });
  const link = linkIn(authorisation, 'scaRedirect');
  await visitPages({ link, base: probe.base, customerNumber, outcome, onStep: () => undefined });
}

export async function expectStatusOf(
  probe: ConformanceProbe,
  resource: Answer,
  expectedStatus: string,
  withinMs = 0,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  let status = await readStatus(probe, resource);
  while (status !== expectedStatus && performance.now() < deadline) {
    await pause(readEveryMs);
    status = await readStatus(probe, resource);
  }
  expectThat(status === expectedStatus, `expected ${expectedStatus}, the status is ${status}`);
}

/** Reads the status repeatedly, because a bank with a core system carries out a decision after the response. */
export const expectStatusSoon = (probe: ConformanceProbe, resource: Answer, expectedStatus: string) =>
  expectStatusOf(probe, resource, expectedStatus, carriedOutWithinMs);

async function readStatus(probe: ConformanceProbe, resource: Answer): Promise<string> {
  return textIn(await probe.ask(200, 'GET', linkIn(resource, 'status')), 'transactionStatus');
}
