/**
 * Applies what a report says of one order, once, whenever it comes: what it changes is decided purely, and written under the
 * lock of the payment, with one row in its history. Start at `createApply`.
 */
import { transfersOf } from '../../../domain/payments/instruction.ts';
import {
  type OrderNow,
  outcomeOfCancellation,
  outcomeOfPayment,
  type ReportOutcome,
} from '../../../domain/payments/reports/outcome.ts';
import type { OrderReport, Report } from '../../../domain/payments/reports/report.ts';
import { isFinal, noMove, type PaymentStatus, reportedMove } from '../../../domain/payments/status.ts';
import type { Settings } from '../../../operations/operation.ts';
import type { Clock, PaymentRecord, SharedWork, Stores } from '../../../operations/ports/stores.ts';
import { productOf } from '../../../operations/sca/targets.ts';
import { tppTime } from '../../../operations/tpp-time.ts';
import { endExecution } from './executions.ts';
import type { OrderCarrier, OrderRecord } from './ports.ts';

export interface ApplyParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly carrier: OrderCarrier;
}

/** An order and its payment, locked, at a moment in the time of its TPP. */
interface Scene {
  readonly stores: Stores;
  readonly order: OrderRecord;
  readonly payment: PaymentRecord;
  readonly at: number;
}

export interface Reported {
  readonly report: Pick<Report, 'messageId' | 'about'>;
  readonly of: OrderReport;
  /** It is the answer to the question how the order stands. */
  readonly asked: boolean;
}

/** A report is about a cancellation when it says so, or is of one. */
const isOfCancellation = ({ about }: Pick<Report, 'about'>, { kind }: OrderRecord): boolean =>
  about === 'CANCELLATION' || kind === 'CANCELLATION';

/** The name under which the report of an order is applied once. */
function nameOf({ report: { messageId }, of: { informationId }, asked }: Reported): string {
  const name = informationId === null ? messageId : `${messageId} ${informationId}`;
  return asked ? `${name} asked` : name;
}

export function createApply(parts: ApplyParts) {
  const { carrier } = parts;

  async function now({ stores, order, payment }: Scene, asked: boolean): Promise<OrderNow> {
    const { paymentId, instruction, status } = payment;
    const { settlement } = productOf(parts, payment);
    const find = carrier.finderOf(order, payment);
    // An execution of a standing order is a single order, and pending until it ends.
    if (order.nominalDate !== null) return { settlement: 'BATCH', status: 'PDNG', entries: [], find, asked };
    const known = settlement === 'ENTRIES' ? await stores.work.entriesOf([paymentId]) : new Map();
    const statuses = new Map<number, PaymentStatus>();
    for (const one of known.get(paymentId) ?? []) statuses.set(one.position, one.status);
    const entries =
      settlement === 'ENTRIES'
        ? transfersOf(instruction).map((_, index) => statuses.get(index) ?? 'PDNG')
        : [];
    return { settlement, status, entries, find, asked };
  }

  const end = ({ stores, order }: Scene) =>
    stores.orders.settle(order.orderId, { state: 'ENDED', sendAt: order.sendAt });

  async function write(scene: Scene, outcome: ReportOutcome): Promise<void> {
    const { stores, order, payment, at } = scene;
    const { paymentId, status: from } = payment;
    const { to, reason, fundsAvailable, decision } = outcome;
    if (fundsAvailable !== null && fundsAvailable !== payment.fundsAvailable)
      await stores.payments.amend(paymentId, { fundsAvailable });
    if (outcome.entries.length > 0)
      await stores.work.saveEntries(
        outcome.entries.map(({ index: position, ...entry }) => ({ paymentId, position, at, ...entry })),
      );
    if (order.nominalDate !== null) return execution(scene, outcome);
    // That a cancellation was refused stands in the history of a payment that goes on.
    if (to === null && decision !== null && !isFinal(from))
      await stores.payments.move(noMove({ paymentId, status: from, at, reason }));
    if (order.kind === 'CANCELLATION' && decision === 'MADE') await end(scene);
    if (to === null) return;
    const { settlement } = productOf(parts, payment);
    const change = reportedMove(settlement, { paymentId, from, to, at, reason });
    if (change === null || !(await stores.payments.move(change)) || !isFinal(to)) return;
    await end(scene);
    const { cancels } = order;
    if (cancels !== null) await stores.orders.settle(cancels, { state: 'ENDED', sendAt: order.sendAt });
  }

  async function execution(scene: Scene, { to, reason }: ReportOutcome): Promise<void> {
    const { stores, order } = scene;
    if (to === null || !isFinal(to) || order.state === 'ENDED') return;
    await end(scene);
    const outcome = to === 'ACSC' ? 'EXECUTED' : 'LEFT_OUT';
    await endExecution(stores, { ...scene, outcome, reason });
  }

  /** Answers whether the core must be asked how the order stands. */
  return async (known: OrderRecord, reported: Reported): Promise<boolean> => {
    const { report, of, asked } = reported;
    const outcome = await parts.work.of(known.tppId).transaction(async (stores) => {
      const payment = await stores.payments.lock(known.paymentId);
      if (payment === null) return null;
      const isNew = await stores.reports.note(nameOf(reported), known.orderId);
      const order = (await stores.orders.find(known.orderId)) ?? known;
      // Whoever reports of an order has it.
      if (order.state === 'WAITING')
        await stores.orders.settle(order.orderId, { state: 'SENT', sendAt: order.sendAt });
      const at = await tppTime(parts, stores, order.tppId);
      const scene: Scene = { stores, order, payment, at };
      const decide = isOfCancellation(report, order) ? outcomeOfCancellation : outcomeOfPayment;
      const decided = decide(await now(scene, asked), of);
      // The core may not have answered the question that the same report has raised before.
      if (!isNew) return { alarm: null, ask: decided.ask };
      await write(scene, decided);
      return decided;
    });
    if (outcome?.alarm) carrier.alarm('REPORT', { orderId: known.orderId, why: outcome.alarm });
    return outcome?.ask ?? false;
  };
}
