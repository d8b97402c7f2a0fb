/** Shows the signed instruction itself, never a copy that could differ (PSD2 RTS article 5: amount and payee before approval). */

import { type Child, type Html, html } from '../browser/html.ts';
import { type Instruction, isBulk, type Transfer, transfersOf } from '../domain/payments/instruction.ts';
import { planOf } from '../domain/payments/plan.ts';
import { totalsOf } from '../domain/payments/totals.ts';
import { upcoming } from '../domain/schedule/periodic.ts';
import { accountOf, amountOf, dateOf, foreign, monthNames } from './format.ts';
import { rows, type Scene, wordsOf } from './page.ts';
import type { Texts } from './texts.ts';

type Rows = readonly (readonly [string, Child])[];

const entriesShown = 20;
const datesShown = 3;

/** `others` are the rows about customer and TPP; a log-in has only these. */
export function summary(scene: Scene, others: Rows): Html | null {
  const words = wordsOf(scene);
  const instructions = scene.view.payments.map(({ instruction }) => instruction);
  const [first] = instructions;
  if (first === undefined) return rows(others);
  if (scene.view.authorisation.kind === 'BASKET') return several(words, instructions, others);
  if (isBulk(first)) return bulk(words, first, first.payments, others);
  return html`${rows(payeeRows(words, first), true)}
${rows([
  ...remittanceRows(words, first),
  ...whenRows(words, first, scene.view.today),
  debtorRow(words, first),
  ...others,
])}`;
}

const debtorRow = (words: Texts, { debtorAccount }: Instruction) =>
  [words.row.debtor, accountOf(debtorAccount)] as const;

/** The one-time code is bound to amount and payee, so the PSU must see both. */
function payeeRows(words: Texts, transfer: Transfer): Rows {
  return [
    [words.row.amount, amountOf(words, transfer.instructedAmount)],
    [words.row.payee, foreign(transfer.creditorName)],
    [words.row.payeeAccount, accountOf(transfer.creditorAccount)],
  ];
}

function remittanceRows(words: Texts, transfer: Transfer): Rows {
  const { remittanceInformationUnstructured: text, remittanceInformationStructured: one } = transfer;
  const references = [...(one ? [one] : []), ...(transfer.remittanceInformationStructuredArray ?? [])];
  const referenceTexts = references.slice(0, entriesShown).map(({ reference }) => reference);
  if (references.length > entriesShown) referenceTexts.push(words.more(references.length - entriesShown));
  return [
    [words.row.message, text ? foreign(text) : null],
    [words.row.reference, referenceTexts.length > 0 ? foreign(referenceTexts.join(', ')) : null],
  ];
}

function whenRows(words: Texts, instruction: Instruction, today: string): Rows {
  if (instruction.startDate === undefined) return [[words.row.date, dayOf(words, instruction)]];
  const plan = planOf(instruction);
  const from = today > plan.startDate ? (today as typeof plan.startDate) : plan.startDate;
  const months = plan.monthsOfExecution ? `: ${monthNames(words, plan.monthsOfExecution)}` : '';
  const dates = upcoming(plan, { from, first: datesShown }).map(
    ({ date }) => html`<li>${dateOf(words, date)}</li>`,
  );
  return [
    [words.row.frequency, `${words.frequencies[plan.frequency]}${months}`],
    [words.row.start, dateOf(words, plan.startDate)],
    [words.row.end, plan.endDate ? dateOf(words, plan.endDate) : words.untilFurtherNotice],
    [words.row.upcoming, dates.length > 0 && html`<ul>${dates}</ul>`],
  ];
}

const dayOf = (words: Texts, { requestedExecutionDate }: Instruction): Child =>
  requestedExecutionDate ? dateOf(words, requestedExecutionDate) : words.soon;

function bulk(words: Texts, instruction: Instruction, entries: readonly Transfer[], others: Rows): Html {
  const hidden = entries.length - entriesShown;
  return html`${rows(totalRows(words, entries), true)}
${rows([[words.row.date, dayOf(words, instruction)], debtorRow(words, instruction), ...others])}
<details>
<summary>${words.showEntries}</summary>
<ol class="entries">${entries.slice(0, entriesShown).map((entry) => html`<li>${entryLine(words, entry)}</li>`)}</ol>
${hidden > 0 && html`<p>${words.more(hidden)}</p>`}
</details>`;
}

function entryLine(words: Texts, entry: Transfer): Html {
  const [[, message] = [], [, reference] = []] = remittanceRows(words, entry);
  const rest = [accountOf(entry.creditorAccount), message, reference].filter(Boolean);
  return html`<div class="entry"><span class="who">${foreign(entry.creditorName)}</span> ${amountOf(words, entry.instructedAmount)} <span class="rest">${rest.map((part, index) => (index === 0 ? part : html` · ${part}`))}</span></div>`;
}

/** A basket shows every payment: it has at most ten, and the PSU signs each. */
function several(words: Texts, instructions: readonly Instruction[], others: Rows): Html {
  const [first] = instructions;
  const sections = instructions.map((instruction, index) => {
    const when = [words.row.date, dayOf(words, instruction)] as const;
    return html`<section><h2>${words.payment(index + 1)}</h2>${transfersOf(instruction).map((transfer) => html`${rows(payeeRows(words, transfer), true)}${rows([...remittanceRows(words, transfer), when])}`)}</section>
`;
  });
  return html`${rows(totalRows(words, instructions.flatMap(transfersOf)), true)}
${rows([...(first ? [debtorRow(words, first)] : []), ...others])}
${sections}`;
}

function totalRows(words: Texts, transfers: readonly Transfer[]): Rows {
  return [
    [words.row.count, words.entries(transfers.length)],
    [
      words.row.total,
      html`<ul>${totalsOf(transfers).map((total) => html`<li>${amountOf(words, total)}</li>`)}</ul>`,
    ],
  ];
}
