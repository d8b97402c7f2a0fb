import { scenarioOf } from '../../../../src/domain/bank/scenarios.ts';
import { psuIdOf, returnPageOf, singleScaHeaders } from '../payments.ts';
import { listAt, textAt } from '../record.ts';
import { UnreachableError } from '../send.ts';
import { bodyOf, pathOf } from './bodies.ts';
import { type ScenarioOutline, usualCustomer } from './outlines.ts';
import { createPlayer, linkOf, type Player, type PlayerOptions, toldBy } from './player.ts';

export interface Played {
  readonly scenario: string;
  /** null if the bank stored no payment. */
  readonly paymentId: string | null;
  readonly transactionStatus: string | null;
  /** The reason of the status, or the bank's response. */
  readonly reason: string;
}

const runsAtMost = 12;
const finalStatuses: readonly unknown[] = ['ACSC', 'RJCT', 'CANC', 'PART'];

export async function playScenario(
  { name, creditorName }: ScenarioOutline,
  options: PlayerOptions,
): Promise<Played> {
  const player = createPlayer(options);
  const { base, identity } = options;
  const headers = singleScaHeaders({ psuId: psuIdOf(identity), returnTo: returnPageOf(base) });
  const body = bodyOf('instant', { creditorName });
  if (scenarioOf(creditorName)?.effect.at === 'CREATION') {
    const refusal = await player.ask('POST', pathOf('instant'), headers, body);
    if (refusal.status < 500)
      throw new UnreachableError(`${base} did not run the scenario: ${toldBy(refusal)}`);
    return { scenario: name, paymentId: null, transactionStatus: null, reason: toldBy(refusal) };
  }
  const created = await player.expect(201, 'POST', pathOf('instant'), headers, body);
  const paymentId = textAt(created.json, 'paymentId') ?? '';
  const authorisation = await player.expect(201, 'POST', linkOf(created, 'startAuthorisation'), headers);
  await player.visit(authorisation, usualCustomer);
  let stands = await statusOf(player, paymentId);
  for (let run = 0; run < runsAtMost && !finalStatuses.includes(stands.transactionStatus); run += 1) {
    await player.graphql('mutation { runPaymentBatch(input: {}) { reached tppMessages { code text } } }');
    stands = await statusOf(player, paymentId);
  }
  return { scenario: name, paymentId, ...stands };
}

async function statusOf(player: Player, paymentId: string) {
  const query =
    'query ($paymentId: String!) { payment(paymentId: $paymentId) { statusHistory { to reason } } }';
  const last = listAt(await player.graphql(query, { paymentId }), 'payment', 'statusHistory').at(-1);
  return { transactionStatus: textAt(last, 'to'), reason: textAt(last, 'reason') ?? '' };
}
