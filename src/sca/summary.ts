/** The PSU must approve exactly what the bank executes (PSD2 RTS article 5), so the values come from the stored instruction. */
import { type Child, type Html, html } from '../browser/html.ts';
import { firstRun } from '../domain/bank/due.ts';
import { executionsFromDue, firstDue } from '../domain/bank/executions.ts';
import { type Instruction, isBulk, type Transfer, transfersOf } from '../domain/payments/instruction.ts';
import { planOf } from '../domain/payments/plan.ts';
import { totalsByCurrency } from '../domain/values/money.ts';
import type { PageView } from '../operations/sca/view.ts';
import { accountOf, amountOf, dateOf, isolate, monthNames } from './format.ts';
import { type Rows, rows, type Scene, textsOf } from './page.ts';
import type { Texts } from './texts.ts';

/** A longer list scrolls inside its own box, so that the buttons of the page are not far below. */
const maxReferencesInRow = 20;
const maxUpcomingDates = 3;

/** A log-in has no payments, so its page shows only `partyRows`. */
export function summary(scene: Scene, partyRows: Rows): Html | null {
  const texts = textsOf(scene);
  const instructions = scene.view.payments.map(({ instruction }) => instruction);
  const [first] = instructions;
  if (first === undefined) return rows(partyRows);
  // All payments of a basket have the same debtor account, and none is a bulk or periodic payment.
  if (scene.view.authorisation.kind === 'BASKET')
    return basketSummary(scene, instructions, [debtorRow(texts, first), ...partyRows]);
  if (isBulk(first)) return bulkSummary(scene, first, first.payments, partyRows);
  return html`${rows(payeeRows(texts, first), 'EMPHASISED')}
${rows([
  ...remittanceRows(texts, first),
  ...whenRows(texts, first, scene.view),
  debtorRow(texts, first),
  ...partyRows,
])}`;
}

const debtorRow = (texts: Texts, { debtorAccount }: Instruction) =>
  [texts.row.debtor, accountOf(debtorAccount)] as const;

/** The one-time code is valid only for this amount and payee, so the PSU must see both. */
function payeeRows(texts: Texts, transfer: Transfer): Rows {
  return [
    [texts.row.amount, amountOf(texts, transfer.instructedAmount)],
    [texts.row.payee, isolate(transfer.creditorName)],
    [texts.row.payeeAccount, accountOf(transfer.creditorAccount)],
  ];
}

function remittanceOf(transfer: Transfer) {
  const { remittanceInformationUnstructured: text, remittanceInformationStructured: structured } = transfer;
  const references = [
    ...(structured ? [structured] : []),
    ...(transfer.remittanceInformationStructuredArray ?? []),
  ];
  return {
    message: text ? isolate(text) : null,
    references: references.map(({ reference }) => isolate(reference)),
  };
}

const joinWith = (separator: string, parts: readonly Child[]): readonly Child[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));

function remittanceRows(texts: Texts, transfer: Transfer): Rows {
  const { message, references } = remittanceOf(transfer);
  return [
    [texts.row.message, message],
    [texts.row.reference, references.length > 0 && referenceList(texts, references)],
  ];
}

function referenceList(texts: Texts, references: readonly Html[]): Child {
  const list = joinWith(', ', references);
  if (references.length <= maxReferencesInRow) return list;
  return html`<div class="references" role="group" aria-label="${texts.row.reference}" tabindex="0">${list}</div>`;
}

/** The dates of execution if the PSU approves at `now`. A cancellation shows the next dates of the running standing order. */
function whenRows(
  texts: Texts,
  instruction: Instruction,
  { now, dueExecution }: Pick<PageView, 'now' | 'dueExecution'>,
): Rows {
  if (instruction.startDate === undefined) return [[texts.row.date, executionDate(texts, instruction, now)]];
  const plan = planOf(instruction);
  const months = plan.monthsOfExecution ? `: ${monthNames(texts, plan.monthsOfExecution)}` : '';
  const dates = executionsFromDue(plan, dueExecution ?? firstDue(plan, now), maxUpcomingDates).map(
    ({ date }) => html`<li>${dateOf(texts, date)}</li>`,
  );
  return [
    [texts.row.frequency, `${texts.frequencies[plan.frequency]}${months}`],
    [texts.row.start, dateOf(texts, plan.startDate)],
    [texts.row.end, plan.endDate ? dateOf(texts, plan.endDate) : texts.untilFurtherNotice],
    [texts.row.upcoming, dates.length > 0 && html`<ul>${dates}</ul>`],
  ];
}

const executionDate = (texts: Texts, { requestedExecutionDate }: Instruction, now: number): Child =>
  requestedExecutionDate ? dateOf(texts, firstRun(now, requestedExecutionDate).date) : texts.soon;

function bulkSummary(
  scene: Scene,
  instruction: Instruction,
  entries: readonly Transfer[],
  partyRows: Rows,
): Html {
  const texts = textsOf(scene);
  return html`${rows(totalRows(texts, entries), 'EMPHASISED')}
${rows([[texts.row.date, executionDate(texts, instruction, scene.view.now)], debtorRow(texts, instruction), ...partyRows])}
<details>
<summary>${texts.showEntries}</summary>
<div class="entries" role="region" aria-label="${texts.row.count}" tabindex="0"><ol>${entries.map((entry) => html`<li>${entryLine(texts, entry)}</li>`)}</ol></div>
</details>`;
}

function entryLine(texts: Texts, entry: Transfer): Html {
  const { message, references } = remittanceOf(entry);
  const reference = references.length > 0 ? joinWith(', ', references) : null;
  const details = [accountOf(entry.creditorAccount), message, reference].filter((part) => part !== null);
  return html`<div class="entry"><span class="who">${isolate(entry.creditorName)}</span> ${amountOf(texts, entry.instructedAmount)} <span class="rest">${joinWith(' · ', details)}</span></div>`;
}

function basketSummary(scene: Scene, instructions: readonly Instruction[], payerRows: Rows): Html {
  const texts = textsOf(scene);
  const sections = instructions.map((instruction, index) => {
    const dateRow = [texts.row.date, executionDate(texts, instruction, scene.view.now)] as const;
    const transfers = transfersOf(instruction).map(
      (transfer) =>
        html`${rows(payeeRows(texts, transfer), 'EMPHASISED')}${rows([...remittanceRows(texts, transfer), dateRow])}`,
    );
    return html`<section><h2>${texts.payment(index + 1)}</h2>${transfers}</section>
`;
  });
  return html`${rows(totalRows(texts, instructions.flatMap(transfersOf)), 'EMPHASISED')}
${rows(payerRows)}
${sections}`;
}

function totalRows(texts: Texts, transfers: readonly Transfer[]): Rows {
  const totals = totalsByCurrency(transfers.map(({ instructedAmount }) => instructedAmount));
  return [
    [texts.row.count, texts.entries(transfers.length)],
    [texts.row.total, html`<ul>${totals.map((total) => html`<li>${amountOf(texts, total)}</li>`)}</ul>`],
  ];
}
