import { endReasons } from '../../../../src/domain/authorisations/authorisation.ts';
import { scenarioOf } from '../../../../src/domain/bank/scenarios.ts';
import { isFinal, paymentStatuses } from '../../../../src/domain/payments/status.ts';
import { psuIdOf, returnPageOf, singleScaHeaders } from '../payments.ts';
import { listAt, textAt } from '../record.ts';
import { summaryOf, UnreachableError } from '../send.ts';
import { bodyOf, pathOf } from './bodies.ts';
import { customerOf } from './customer.ts';
import type { ScenarioOutline } from './outlines.ts';
import { createPlayer, linkOf, type Player, type PlayerOptions } from './player.ts';

export interface Played {
  readonly scenario: string;
  /** null: the bank stored no payment. */
  readonly paymentId: string | null;
  readonly transactionStatus: string | null;
  readonly reason: string;
  /** true: the bank did what the scenario says. */
  readonly asDescribed: boolean;
}

const batchRunsAtMost = 12;

export async function playScenario(
  { name, creditorName }: ScenarioOutline,
  options: PlayerOptions,
): Promise<Played> {
  const player = createPlayer(options);
  const { base, identity } = options;
  const headers = singleScaHeaders({ psuId: psuIdOf(identity), returnTo: returnPageOf(base) });
  const effect = scenarioOf(creditorName)?.effect;
  if (effect?.at === 'CREATION') {
    // In such a scenario the service fails, so the bank stores no payment.
    const body = bodyOf('instant', { creditorName });
    const answer = await player.ask('POST', pathOf('instant'), headers, body);
    const reason = summaryOf(answer);
    if (answer.status < 500) throw new UnreachableError(`${base} did not run the scenario: ${reason}`);
    return { scenario: name, paymentId: null, transactionStatus: null, reason, asDescribed: true };
  }
  const { customerNumber, debtor } = await customerOf(options);
  const body = bodyOf('instant', { creditorName, debtor });
  const created = await player.expect(201, 'POST', pathOf('instant'), headers, body);
  const paymentId = textAt(created.json, 'paymentId') ?? '';
  const authorisation = await player.expect(201, 'POST', linkOf(created, 'startAuthorisation'), headers);
  const failure = await player.visit(authorisation, customerNumber);
  let current = await statusOf(player, paymentId);
  for (let run = 0; run < batchRunsAtMost && !hasEnded(current.transactionStatus); run += 1) {
    await player.graphql('mutation { runPaymentBatch(input: {}) { reached tppMessages { code text } } }');
    current = await statusOf(player, paymentId);
  }
  // A slow payment is settled in the end. All other scenarios end in a rejection.
  const expectedStatus = effect?.outcome === 'SLOW' ? 'ACSC' : 'RJCT';
  // PAYMENT_FAILED also means that the PSU approved.
  const isApproved = failure === null || failure === endReasons.PAYMENT_FAILED;
  const asDescribed = isApproved && current.transactionStatus === expectedStatus;
  return { scenario: name, paymentId, ...current, asDescribed };
}

const hasEnded = (status: string | null): boolean =>
  paymentStatuses.some((one) => one === status && isFinal(one));

async function statusOf(player: Player, paymentId: string) {
  const query =
    'query ($paymentId: String!) { payment(paymentId: $paymentId) { statusHistory { to reason } } }';
  const last = listAt(await player.graphql(query, { paymentId }), 'payment', 'statusHistory').at(-1);
  return { transactionStatus: textAt(last, 'to'), reason: textAt(last, 'reason') ?? '' };
}
