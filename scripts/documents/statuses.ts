/** docs/statuses.md. */
import { scaLifecycle, scaMoves } from '../../src/domain/authorisations/authorisation.ts';
import { basketStatuses, basketStatusMeanings } from '../../src/domain/baskets/basket.ts';
import type { StatusTable } from '../../src/domain/lifecycle.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import {
  isFinal,
  paymentMoves,
  paymentStatuses,
  type Settlement,
  statusMeanings,
} from '../../src/domain/payments/status.ts';
import { code, codes, head, table } from './markdown.ts';

const settlements: Readonly<Record<Settlement, string>> = {
  BATCH: 'Single payments, executed at the daily runs',
  INSTANT: 'Instant payments',
  SCHEDULE: 'Periodic payments',
  ENTRIES: 'Bulk payments',
};

export function statusesMarkdown(): string {
  return [
    head(
      'Statuses',
      'src/domain/payments/status.ts, src/domain/authorisations/authorisation.ts and src/domain/baskets/basket.ts',
      'The service allows only the moves in these tables. A response may have any of these values, so a client should accept all of them.',
    ),
    '## Payments: `transactionStatus`',
    '',
    table(
      ['Status', 'Meaning', 'Final'],
      paymentStatuses.map((status) => [code(status), statusMeanings[status], isFinal(status) ? 'yes' : '']),
    ),
    ...(Object.keys(settlements) as Settlement[]).map(settlementSection),
    '## Authorisations: `scaStatus`',
    '',
    movesTable(scaMoves),
    diagram(scaMoves, 'started'),
    `The final statuses are ${codes(scaLifecycle.statuses.filter(scaLifecycle.isFinal))}.`,
    '',
    '## Signing baskets: `transactionStatus`',
    '',
    'The status of a basket depends on its payments: the first line below that applies to them counts.',
    '',
    table(
      ['Status', 'Meaning'],
      basketStatuses.map((status) => [code(status), basketStatusMeanings[status]]),
    ),
  ].join('\n');
}

function settlementSection(settlement: Settlement): string {
  const made = products.filter((product) => product.settlement === settlement).map((product) => product.code);
  return [
    `## ${settlements[settlement]}`,
    '',
    `Products: ${codes(made)}.`,
    '',
    movesTable(paymentMoves[settlement]),
    diagram(paymentMoves[settlement], 'RCVD'),
  ].join('\n');
}

function movesTable<S extends string>(moves: StatusTable<S>): string {
  const from = (Object.keys(moves) as S[]).filter((status) => moves[status].length > 0);
  return table(
    ['From', 'To'],
    from.map((status) => [code(status), codes(moves[status])]),
  );
}

function diagram<S extends string>(moves: StatusTable<S>, first: S): string {
  const arrows = (Object.keys(moves) as S[]).flatMap((from) =>
    moves[from].map((to) => `  ${from} --> ${to}`),
  );
  const finals = [...new Set((Object.values(moves) as S[][]).flat())].filter(
    (status) => moves[status].length === 0,
  );
  return [
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${first}`,
    ...arrows,
    ...finals.map((status) => `  ${status} --> [*]`),
    '```',
    '',
  ].join('\n');
}
