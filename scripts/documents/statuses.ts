import { scaLinkLifetimeMs, scaMoves, scaStatuses } from '../../src/domain/authorisations/authorisation.ts';
import { basketStatuses, basketStatusMeanings } from '../../src/domain/baskets/basket.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import {
  isFinal,
  paymentMoves,
  paymentStatuses,
  type Settlement,
  type StatusTable,
  statusMeanings,
} from '../../src/domain/payments/status.ts';
import { batchTimes } from '../../src/domain/values/oslo-time.ts';
import { code, codes, head, table } from './markdown.ts';

const settlements: Readonly<Record<Settlement, string>> = {
  BATCH: 'Moves of a single payment',
  INSTANT: 'Moves of an instant payment',
  SCHEDULE: 'Moves of a periodic payment',
  ENTRIES: 'Moves of a bulk payment',
};

const intros: Readonly<Record<Settlement, string>> = {
  BATCH: `The bank executes a single payment at one of its daily runs. The runs of a sandbox are on bank days at\n${batchTimes.join(', ')} in Oslo.`,
  INSTANT: 'The bank settles an instant payment when the PSU approves it.',
  SCHEDULE: [
    'The bank executes a periodic payment by its plan until the plan ends. It leaves out executions before the day of the approval. If the plan',
    'has no execution on that day or later, the approval ends as RJCT. When the plan ends, the payment is ACSC, or RJCT if no execution was',
    'carried out.',
  ].join('\n'),
  ENTRIES: [
    'The bank executes each entry of a bulk payment by itself. GraphQL names the status of each: `entries { index transactionStatus reason }`',
    'of a `BulkPayment`. The console shows them too. No response of REST contains them. An entry that waits for funds when the payment ends is CANC',
    'after a cancellation, otherwise RJCT, and has no reason.',
  ].join('\n'),
};

export function statusesMarkdown(): string {
  return [
    head(
      'Statuses',
      'src/domain/payments/status.ts, src/domain/authorisations/authorisation.ts and src/domain/baskets/basket.ts',
      'This page lists every status of payments, authorisations and signing baskets, and the moves between them.',
      'A response may contain any of these values. Your client should accept all of them.',
    ),
    '## Statuses of a payment (`transactionStatus`)',
    '',
    table(
      ['Status', 'Meaning', 'Final'],
      paymentStatuses.map((status) => [code(status), statusMeanings[status], isFinal(status) ? 'yes' : '']),
    ),
    ...(Object.keys(settlements) as Settlement[]).map(settlementSection),
    '## Statuses of an authorisation (`scaStatus`)',
    '',
    movesTable(scaMoves),
    diagram(scaMoves, 'started'),
    `Final statuses: ${codes(scaStatuses.filter((status) => scaMoves[status].length === 0))}.`,
    '',
    `The link scaRedirect works for ${scaLinkLifetimeMs / 60_000} minutes:`,
    '',
    '- If the PSU does not finish a started authorisation in this time, it is `failed`, and its payment is `RJCT`.',
    '- The link of a creation starts an authorisation only when the PSU sends the first form of the page. If nobody uses the link, the payment',
    '  stays `RCVD`. Start an authorisation to get a new link.',
    '- A cancellation that fails does not change the payment.',
    '',
    '## Statuses of a signing basket (`transactionStatus`)',
    '',
    'The status of a basket follows from its payments. It is the first row that is true.',
    '',
    table(
      ['Status', 'Meaning'],
      basketStatuses.map((status) => [code(status), basketStatusMeanings[status]]),
    ),
  ].join('\n');
}

function settlementSection(settlement: Settlement): string {
  const codesOfProducts = products
    .filter((product) => product.settlement === settlement)
    .map((product) => product.code);
  return [
    `## ${settlements[settlement]}`,
    '',
    `${intros[settlement]} Products: ${codes(codesOfProducts)}.`,
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
