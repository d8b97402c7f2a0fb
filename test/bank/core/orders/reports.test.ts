import { describe, expect, it } from 'vitest';
import type { OrderCarrier } from '../../../../src/bank/core/carrier.ts';
import type {
  IncomingReport,
  ReportPage,
  ReportProgress,
  StrayReport,
} from '../../../../src/bank/core/orders/ports.ts';
import type { ProcessReportParts } from '../../../../src/bank/core/orders/process-report.ts';
import { createReportReader } from '../../../../src/bank/core/orders/reports.ts';
import { unavailableRefusal } from '../../../../src/bank/remote-calls/refusals.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';
import { toldStores, workOn } from '../../../operations/stores.ts';
import { cancellation, read } from '../written-reports.ts';

const refusal = new Refusal('UNAVAILABLE', []);

/** A reader of a core that returns pages by `answer`. Without `readReport` every report is set aside as unreadable. */
function reading(
  answer: (limit: number, after: string | null) => ReportPage,
  readReport: OrderCarrier['readReport'] = () => ({ unreadable: 'NOT_XML', detail: '' }),
) {
  const time = { now: 1_000_000 };
  const limits: number[] = [];
  const alarms: string[] = [];
  const aside: StrayReport[] = [];
  const leases: number[] = [];
  let leasedUntil = 0;
  let progress: ReportProgress = { cursor: null, stalledSince: null };
  const { stores } = toldStores({
    'reports.lease': ({ now, until }: { readonly now: number; readonly until: number }) => {
      if (now < leasedUntil) return null;
      leases.push(until - now);
      leasedUntil = until;
      return progress;
    },
    'reports.saveProgress': (next: ReportProgress, previousCursor: string | null, until: number) => {
      if (progress.cursor !== previousCursor) return false;
      progress = next;
      leasedUntil = until;
      return true;
    },
    'reports.storeStray': (report: StrayReport) => {
      aside.push(report);
      return true;
    },
    'orders.find': () => null,
  });
  let answers = 0;
  const carrier: Partial<OrderCarrier> = {
    fetchReports: async (after, limit) => {
      limits.push(limit);
      answers += 1;
      return answer(limit, after);
    },
    callTimeoutMs: 60_000,
    lastAnsweredAt: () => answers,
    readReport,
    alarm: (kind) => void alarms.push(kind),
  };
  const parts: Partial<ProcessReportParts> = {
    work: workOn(stores),
    clock: () => time.now,
    carrier: carrier as OrderCarrier,
    isDatabaseFault: () => false,
    onError: () => undefined,
  };
  const poll = createReportReader(parts as ProcessReportParts);
  const moveCursor = (cursor: string) => {
    progress = { cursor, stalledSince: null };
  };
  return { poll, time, limits, alarms, aside, leases, progress: () => progress, moveCursor };
}

const report = (cursor: string | null): IncomingReport => ({ cursor, document: 'x', fault: null });
const page = (...cursors: readonly string[]): ReportPage => ({ reports: cursors.map(report), fault: null });
const unreadable = (why: 'TOO_LARGE' | 'NO_JSON', cursor: string | null): ReportPage => ({
  reports: [{ cursor, document: '[{', fault: { why, detail: '' } }],
  fault: why,
});

it('no other process reads while a call may still run', async () => {
  const { poll, leases } = reading(() => page());
  await poll();
  expect(leases).toEqual([65_000]);
});

it('a process reads no further report of its page after another one has moved the cursor', async () => {
  const { poll, moveCursor, aside, progress } = reading(() => {
    moveCursor('z');
    return page('a', 'b', 'c');
  });
  expect(await poll()).toBeNull();
  expect(aside.map(({ cursor }) => cursor)).toEqual(['a']);
  expect(progress().cursor).toBe('z');
});

it('a second read at the same time does not stop the first one', async () => {
  const { poll, progress } = reading((_, after) => (after === null ? page('a') : page('b', 'c')));
  await poll();
  expect(await Promise.all([poll(), poll()])).toEqual([2, null]);
  expect(progress().cursor).toBe('c');
});

describe('a page that is too large', () => {
  it('is requested in halves within one poll, and the limit doubles after each page that is read', async () => {
    let next = 0;
    const { poll, limits } = reading((limit) => {
      if (limit > 4) return unreadable('TOO_LARGE', 'a');
      next += 1;
      return page(String(next));
    });
    expect(await poll()).toBe(1);
    expect(limits.splice(0)).toEqual([100, 50, 25, 12, 6, 3]);
    expect(await poll()).toBe(1);
    expect(limits).toEqual([6, 3]);
  });

  it('with a single report is skipped, and the report is set aside', async () => {
    const { poll, limits, aside, progress } = reading((_, after) =>
      after === null ? unreadable('TOO_LARGE', 'large') : page('next'),
    );
    expect(await poll()).toBe(1);
    expect(limits.splice(0)).toEqual([100, 50, 25, 12, 6, 3, 1]);
    expect(progress()).toEqual({ cursor: 'large', stalledSince: null });
    expect(aside).toMatchObject([{ why: 'TOO_LARGE', cursor: 'large' }]);
    for (let count = 0; count < 8; count += 1) await poll();
    expect(limits.at(-1)).toBe(100);
  });

  it('without a cursor at its start blocks progress, with an alarm after a minute', async () => {
    const { poll, time, alarms } = reading(() => unreadable('TOO_LARGE', null));
    expect(await poll()).toBe(0);
    time.now += 60_000;
    expect(await poll()).toBe(0);
    expect(alarms).toContain('CURSOR');
  });
});

describe('a page that is not JSON', () => {
  it('is retried: after a minute its report is set aside, and the next ones go on', async () => {
    const { poll, time, aside, progress } = reading((_, after) =>
      after === null ? unreadable('NO_JSON', 'bad') : page('next'),
    );
    expect(await poll()).toBe(0);
    expect(aside).toEqual([]);
    time.now += 59_999;
    expect(await poll()).toBe(0);
    time.now += 1;
    expect(await poll()).toBe(1);
    expect(aside).toMatchObject([{ why: 'NO_JSON', cursor: 'bad' }]);
    expect(progress()).toEqual({ cursor: 'bad', stalledSince: null });
  });
});

describe('a page with some whole reports', () => {
  it.each(['TOO_LARGE', 'NO_JSON'] as const)('that is %s is read as far as they go', async (fault) => {
    const { poll, progress, aside } = reading((_, after) =>
      after === null ? { ...page('a', 'b'), fault } : page(),
    );
    expect(await poll()).toBe(2);
    expect(progress()).toEqual({ cursor: 'b', stalledSince: null });
    expect(aside.map(({ why }) => why)).toEqual(['NOT_XML', 'NOT_XML']);
  });
});

describe('a call for reports that fails, or is late', () => {
  it('is repeated with half the limit', async () => {
    let left = 3;
    const { poll, limits } = reading(() => {
      left -= 1;
      if (left >= 0) throw refusal;
      return page('a');
    });
    for (let count = 0; count < 4; count += 1) await poll();
    expect(limits).toEqual([100, 50, 25, 12]);
  });
});

describe('the same page again', () => {
  it('counts as no progress, so that calls to the core pause', async () => {
    const { poll } = reading(() => page('same'));
    expect(await poll()).toBe(1);
    expect(await poll()).toBe(0);
  });
});

describe('a core that refuses to give reports', () => {
  const limited = (seconds: number) => unavailableRefusal('LIMITED', '', seconds);
  it.each([
    ['needs an operator', new Refusal('SYSTEM_ERROR', []), 10_000],
    ['limits the rate for 3 seconds', limited(3), 3_000],
    ['limits the rate for an hour', limited(3_600), 10_000],
  ])('because it %s is not asked again at once', async (_, error, pauseMs) => {
    const { poll, time, limits } = reading(() => {
      throw error;
    });
    expect(await poll()).toBe(0);
    time.now += pauseMs - 1;
    expect(await poll()).toBeNull();
    time.now += 1;
    expect(await poll()).toBe(0);
    expect(limits).toHaveLength(2);
  });
});

describe('a camt.029 with an order, and a transfer outside of a payment information', () => {
  const named =
    '<OrgnlPmtInfAndSts><OrgnlPmtInfCxlId>C1</OrgnlPmtInfCxlId><OrgnlPmtInfId>P1</OrgnlPmtInfId></OrgnlPmtInfAndSts>';
  const transfer = '<TxInfAndSts/>';
  const status = '<Sts><Conf>CNCL</Conf></Sts>';

  it.each([
    ['in the same details', `${status}<CxlDtls>${named}${transfer}</CxlDtls>`],
    ['in other details', `${status}<CxlDtls>${named}</CxlDtls><CxlDtls>${transfer}</CxlDtls>`],
    [
      'in details, and a case',
      `<RslvdCase><Id>C1</Id><Cretr/></RslvdCase>${status}<CxlDtls>${transfer}</CxlDtls>`,
    ],
  ])('%s is set aside for the transfer', async (_, inside) => {
    const { poll, aside } = reading(
      () => ({ reports: [{ cursor: 'a', document: cancellation(inside), fault: null }], fault: null }),
      read,
    );
    await poll();
    expect(aside.map(({ detail }) => detail)).toEqual([
      'a part of the report names no order',
      'no order of this service',
    ]);
  });
});

describe('a camt.029 that names no order', () => {
  it.each([
    ['without details', ''],
    ['with details only of transfers', '<CxlDtls><TxInfAndSts/></CxlDtls>'],
  ])('%s is set aside with an alarm, and the next ones go on', async (_, details) => {
    const document = cancellation(`<Sts><Conf>CNCL</Conf></Sts>${details}`);
    const { poll, aside, alarms, progress } = reading(
      () => ({ reports: [{ cursor: 'a', document, fault: null }], fault: null }),
      read,
    );
    expect(await poll()).toBe(1);
    expect(aside).toMatchObject([{ why: 'UNKNOWN_ORDER', document, cursor: 'a' }]);
    expect(alarms).toEqual(['REPORT']);
    expect(progress()).toEqual({ cursor: 'a', stalledSince: null });
  });
});
