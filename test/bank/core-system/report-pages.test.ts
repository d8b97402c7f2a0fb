import { beforeEach, describe, expect, it } from 'vitest';
import type { CoreReply } from '../../../src/bank/core-system/parts.ts';
import { paymentsOf } from './support/approved.ts';
import { metricsOf, shareBankWithCore } from './support/bank-with-core.ts';

const one = shareBankWithCore();
beforeEach(() => one.bank.sql`delete from stray_reports`);
const { approved, statusOf } = paymentsOf(one);

interface Item {
  readonly cursor: string;
  readonly document: string;
}
const mebibyte = 1_024 * 1_024;

/** Changes the response of the core to GET /reports; returns the count of reports of each original page. */
function change(pages: (items: readonly Item[], query: URLSearchParams) => unknown): number[] {
  const counts: number[] = [];
  one.intercept = async (line, act, query) => {
    const answer = await act();
    if (line !== 'GET /reports' || !Array.isArray(answer.body)) return answer;
    counts.push(answer.body.length);
    return { status: 200, body: pages(answer.body, query) };
  };
  return counts;
}

const padded = (bytes: number) => (item: Item) => ({
  ...item,
  document: `${item.document}<!--${'x'.repeat(bytes)}-->`,
});
const several = async (count: number) => {
  const made = [];
  for (let index = 0; index < count; index += 1) made.push(await approved());
  return made;
};
const statuses = async (all: readonly { readonly self: string }[]) => {
  const texts = [];
  for (const { self } of all) texts.push(await statusOf(self));
  return texts;
};
/** Reads reports until none remain, or none makes progress. */
const readAll = async () => {
  while ((await one.bank.app.runner.tick()) > 0);
};
const aside = async () =>
  (await one.bank.sql`select why from stray_reports order by sequence`).map(({ why }) => why);

describe('a page of reports', () => {
  it('may exceed the 1 MiB that bounds other responses', async () => {
    const all = await several(2);
    change((items) => items.map(padded(mebibyte)));
    await one.settle();
    expect(await statuses(all)).toEqual(['ACSC', 'ACSC']);
  });

  it('is requested again by halves while it is too large', async () => {
    const all = await several(3);
    const counts = change((items) => items.map(padded(4.5 * mebibyte)));
    await one.settle();
    expect(await statuses(all)).toEqual(['ACSC', 'ACSC', 'ACSC']);
    expect(Math.min(...counts.filter((count) => count > 0))).toBeLessThan(4);
    expect(await aside()).toEqual([]);
  });
});

describe('the limit', () => {
  it('is the most reports that the core returns, from 1 to 100', async () => {
    await several(2);
    await one.bank.app.runner.tick();
    await one.carryOut();
    const get = async (limit: string) => {
      const answer = await fetch(`${one.coreUrl}/reports?limit=${limit}`);
      return [answer.status, answer.status === 200 ? (await answer.json()).length : null];
    };
    expect(await get('1')).toEqual([200, 1]);
    expect(await get('2')).toEqual([200, 2]);
    for (const wrong of ['0', '101', '1.5', 'all']) expect(await get(wrong)).toEqual([400, null]);
  });
});

describe('a report that alone is too large', () => {
  it('is set aside with an alarm, and the next ones go on', async () => {
    const all = await several(2);
    let large = '';
    change((items) =>
      items.map((item) => {
        large ||= item.cursor;
        return item.cursor === large ? padded(20 * mebibyte)(item) : item;
      }),
    );
    await one.settle();
    await readAll();
    expect((await statuses(all)).sort()).toEqual(['ACSC', 'PDNG']);
    const [row] = await one.bank.sql`select why, detail, document from stray_reports`;
    expect(row).toMatchObject({ why: 'TOO_LARGE' });
    expect(row?.document).toContain(large);
    expect(one.alarms).toMatchObject([{ kind: 'REPORT', fields: { why: 'TOO_LARGE' } }]);
  });
});

describe('a malformed item of a page', () => {
  const malformed = [
    null,
    7,
    'a text',
    [],
    {},
    { cursor: '0.0' },
    { cursor: '0.0', document: 5 },
    { document: 'without a cursor' },
    { cursor: 5, document: 'whose cursor is a number' },
    { cursor: 'c'.repeat(201), document: 'whose cursor is too long' },
    { cursor: 'a\0b', document: 'whose cursor the database cannot store' },
  ];
  it('is set aside once and counted, and the ones before and after it go on', async () => {
    const all = await several(2);
    const { REPORT: before } = one.client.figures().alarms;
    change((items) => [...malformed, ...items.flatMap((item) => [item, ...malformed])]);
    await one.settle();
    await one.settle();
    expect(await statuses(all)).toEqual(['ACSC', 'ACSC']);
    expect(await aside()).toEqual(malformed.map(() => 'MALFORMED'));
    expect(one.client.figures().alarms.REPORT).toBe(before + malformed.length);
    expect(JSON.stringify(one.alarms)).not.toContain('without a cursor');
    const [row] = await one.bank.sql`select document, cursor from stray_reports where cursor is not null`;
    expect(row).toMatchObject({ document: '{"cursor":"0.0"}', cursor: '0.0' });
  });

  it('is set aside once, however often it comes, when it is the last one and has no cursor', async () => {
    change((items) => [...items, { document: 'of nobody' }]);
    for (let count = 0; count < 3; count += 1) await one.bank.app.runner.tick();
    expect(await aside()).toEqual(['MALFORMED']);
    expect(one.alarms.map(({ kind }) => kind)).toEqual(['REPORT']);
    const [made] = await several(1);
    await one.settle();
    expect(await statusOf(made?.self ?? '')).toBe('ACSC');
  });

  it('is not looked for beyond the first hundred items', async () => {
    const [made] = await several(1);
    change((items) => [
      ...items,
      ...Array.from({ length: 150 }, () => items.at(-1) ?? { cursor: '0.0', document: 'x' }),
    ]);
    await one.settle();
    expect(await statusOf(made?.self ?? '')).toBe('ACSC');
  });
});

describe('a cursor that stands still although the core answers', () => {
  const stalledSeconds = async () => (await metricsOf(one, /^psd2_core_reports_stalled_seconds (.*)$/gm))[0];
  const minutePasses = () => {
    one.bank.time.now += 61_000;
  };
  const tick = () => one.bank.app.runner.tick();
  const instead = (answer: CoreReply) => {
    one.intercept = async (line, act) => (line === 'GET /reports' ? answer : act());
  };
  const cursorAlarms = () => one.alarms.filter(({ kind }) => kind === 'CURSOR');

  it.each<[string, CoreReply]>([
    ['an answer that is no page', { status: 200, body: {} }],
    ['a cursor that the core does not know any more', { status: 400 }],
    ['a defect of the core', { status: 500 }],
    ['a report without a cursor', { status: 200, body: [{ document: 'x' }] }],
  ])('by %s raises one alarm after a minute, and ends when reports go on', async (_, answer) => {
    const [made] = await several(1);
    instead(answer);
    await tick();
    expect(cursorAlarms()).toEqual([]);
    minutePasses();
    await tick();
    await tick();
    expect(cursorAlarms()).toMatchObject([{ fields: { seconds: 61 } }]);
    expect(await stalledSeconds()).toBeGreaterThan(60);
    one.intercept = null;
    minutePasses();
    await one.settle();
    expect(await statusOf(made?.self ?? '')).toBe('ACSC');
    expect(await stalledSeconds()).toBe(0);
  });

  it('or only goes round in a circle raises one alarm after a minute, and pauses after each page', async () => {
    const [made] = await several(1);
    one.intercept = async (line, act, query) => {
      const cursor = query.get('after') === '0.0' ? '0.1' : '0.0';
      return line === 'GET /reports' ? { status: 200, body: [{ cursor, document: 'x' }] } : act();
    };
    // Two pages are new to the service.
    for (let count = 0; count < 2; count += 1) await tick();
    expect([await tick(), await tick()]).toEqual([0, 0]);
    expect(cursorAlarms()).toEqual([]);
    minutePasses();
    await tick();
    await tick();
    expect(cursorAlarms()).toMatchObject([{ fields: { seconds: 61 } }]);
    one.intercept = null;
    minutePasses();
    for (let count = 0; count < 3; count += 1) await one.settle();
    expect(await statusOf(made?.self ?? '')).toBe('ACSC');
    expect(await stalledSeconds()).toBe(0);
  });

  it('is not reported for a core that is away, or has nothing to report', async () => {
    for (const answer of [{ status: 503 }, { status: 200, body: [] }]) {
      instead(answer);
      for (let count = 0; count < 3; count += 1) {
        await tick();
        minutePasses();
      }
    }
    expect(cursorAlarms()).toEqual([]);
  });
});

describe('a report that may be the echo of a repetition', () => {
  /** Makes an echo of the first report. Gives the answer to questions about orders. */
  const echoFirst = (orderAnswer: CoreReply) => {
    let echoed = '';
    const echo = (item: Item): Item => {
      echoed ||= item.cursor;
      if (item.cursor !== echoed) return item;
      const rejected = '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>DU01</Cd></Rsn></StsRsnInf>';
      return { ...item, document: item.document.replace(/<GrpSts>.*<\/GrpSts>/, rejected) };
    };
    one.intercept = async (line, act) => {
      if (line.startsWith('GET /orders/')) return orderAnswer;
      const { status, body } = await act();
      return { status, body: line === 'GET /reports' && Array.isArray(body) ? body.map(echo) : body };
    };
  };

  it.each<[string, CoreReply, string]>([
    ['does not have the order', { status: 404 }, 'the core does not report the status of the order'],
    ['has no report of it', { status: 200, body: {} }, 'the core does not report the status of the order'],
    [
      'answers with no XML',
      { status: 200, body: { report: 'x' } },
      'the last report of the order is unreadable: NOT_XML, line 1',
    ],
  ])('is set aside when the core %s', async (_, orderAnswer, detail) => {
    await several(1);
    echoFirst(orderAnswer);
    await one.settle();
    expect(await one.bank.sql`select why, detail from stray_reports`).toEqual([
      { why: 'NOT_APPLIED', detail },
    ]);
    expect(one.alarms).toContainEqual({ kind: 'REPORT', fields: { why: 'NOT_APPLIED', detail } });
  });

  it('is set aside when the core gives no order status for a minute, and the next ones go on', async () => {
    const all = await several(2);
    echoFirst({ status: 500 });
    await one.settle();
    expect(await aside()).toEqual([]);
    one.bank.time.now += 61_000;
    await readAll();
    expect(await aside()).toEqual(['NOT_APPLIED']);
    expect((await statuses(all)).sort()).toEqual(['ACSC', 'PDNG']);
  });
});
