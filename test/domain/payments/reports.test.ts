import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeOfCancellation } from '../../../src/domain/payments/reports/cancellation-outcome.ts';
import { cancellationOfCode, statusOfCode } from '../../../src/domain/payments/reports/codes.ts';
import {
  type OrderProgress,
  type ReportOutcome,
  statusOfEntries,
} from '../../../src/domain/payments/reports/outcome.ts';
import { outcomeOfPayment } from '../../../src/domain/payments/reports/payment-outcome.ts';
import type { EntryReport, OrderReport } from '../../../src/domain/payments/reports/report.ts';
import { isFinal, type PaymentStatus, paymentStatuses } from '../../../src/domain/payments/status.ts';

const now = (change: Partial<OrderProgress> = {}): OrderProgress => ({
  settlement: 'BATCH',
  status: 'PDNG',
  entries: [],
  findEntry: ({ instructionId }) =>
    instructionId === null ? 0 : /^\d$/.test(instructionId) ? Number(instructionId) : null,
  answersQuery: false,
  ...change,
});
const status = (code: string, reason?: string, text = '') => ({
  code,
  reason: reason === undefined ? null : { code: reason, text },
});
const entry = (index: number | string, code: string, reason?: string): EntryReport => ({
  ids: { instructionId: String(index), endToEndId: null, uetr: null },
  status: status(code, reason),
});
const report = (code: string | null, reason?: string, entries: readonly EntryReport[] = []): OrderReport => ({
  orderId: 'o',
  informationId: null,
  status: code === null ? null : status(code, reason),
  entries,
});
const bulk = (entries: readonly PaymentStatus[], change: Partial<OrderProgress> = {}): OrderProgress =>
  now({
    settlement: 'ENTRIES',
    status: statusOfEntries(entries),
    entries,
    findEntry: ({ instructionId }) => (Number(instructionId) < entries.length ? Number(instructionId) : null),
    ...change,
  });

it('a long text of the bank is shortened to 140 characters, none of which is cut', () => {
  const rejected = { ...report('RJCT'), status: status('RJCT', 'XX99', `${'x'.repeat(139)}🐟🐟`) };
  expect(outcomeOfPayment(now(), rejected).reason).toBe(`${'x'.repeat(139)}… (XX99)`);
});

describe('a code of pain.002', () => {
  it.each([
    ['RCVD', null],
    ['ACTC', null],
    ['PATC', null],
    ['PDNG', null],
    ['ACFW', null],
    ['ACFC', null],
    ['ACCP', 'ACCP'],
    ['ACWC', 'ACWC'],
    ['ACSP', 'ACSP'],
    ['ACPD', 'ACSP'],
    ['ACIS', 'ACSP'],
    ['ACWP', 'ACWP'],
    ['ACSC', 'ACSC'],
    ['ACCC', 'ACSC'],
    ['CPUC', 'ACSC'],
    ['RJCT', 'RJCT'],
    ['CANC', 'CANC'],
  ])('%s moves a pending payment to %s, of every way of settling', (code, to) => {
    for (const settlement of ['BATCH', 'INSTANT'] as const)
      expect(outcomeOfPayment(now({ settlement }), report(code))).toMatchObject({
        to,
        alarm: null,
        mustAsk: false,
      });
  });

  it('of a single payment is that of its only entry, if it has one', () => {
    expect(outcomeOfPayment(now(), report('ACTC', undefined, [entry(0, 'ACSC')])).to).toBe('ACSC');
  });

  it.each(['BLCK', 'RVCM', 'PRES', 'XXXX', 'Z', 'PART', 'PRSY', 'constructor'])(
    '%s moves nothing and raises an alarm',
    (code) => {
      expect(outcomeOfPayment(now(), report(code))).toMatchObject({
        to: null,
        alarm: `the unknown status ${code}`,
      });
    },
  );

  it('moves nothing where the report names an entry that the order does not have', () => {
    const strange = outcomeOfPayment(now(), report(null, undefined, [entry('x', 'ACSC')]));
    expect(strange).toMatchObject({ to: null, alarm: 'an entry that the order does not have' });
  });
});

describe('a reason', () => {
  it('AM04 means missing funds, ACFC and ACSC available funds', () => {
    expect(outcomeOfPayment(now(), report('RJCT', 'AM04'))).toMatchObject({
      to: 'RJCT',
      fundsAvailable: false,
      reason: 'not enough funds (AM04)',
    });
    expect(outcomeOfPayment(now(), report('PDNG', 'AM04'))).toMatchObject({
      to: null,
      fundsAvailable: false,
    });
    expect(outcomeOfPayment(now(), report('ACFC'))).toMatchObject({ to: null, fundsAvailable: true });
    expect(outcomeOfPayment(now(), report('ACSC'))).toMatchObject({ to: 'ACSC', fundsAvailable: true });
    expect(outcomeOfPayment(now(), report('ACCP')).fundsAvailable).toBeNull();
    expect(outcomeOfPayment(now({ status: 'RJCT' }), report('ACFC')).fundsAvailable).toBeNull();
  });

  it('AM04 of an entry still holds when the last other entries are settled', () => {
    const others = report(null, undefined, [entry(1, 'ACSC')]);
    expect(outcomeOfPayment(bulk(['RJCT', 'PDNG']), others)).toMatchObject({
      to: 'PART',
      fundsAvailable: null,
    });
    expect(outcomeOfPayment(bulk(['PDNG', 'PDNG']), others)).toMatchObject({
      to: 'PRSY',
      fundsAvailable: null,
    });
    expect(outcomeOfPayment(bulk(['ACSC', 'PDNG']), others)).toMatchObject({
      to: 'ACSC',
      fundsAvailable: true,
    });
  });

  it('that is not in the table is passed on in the words of the bank', () => {
    const told = { ...report(null), status: status('RJCT', 'NARR', 'call us') };
    expect(outcomeOfPayment(now(), told).reason).toBe('call us (NARR)');
    expect(outcomeOfPayment(now(), report('RJCT')).reason).toBe('reported by the bank');
  });

  it('FF01 rejects, and raises an alarm: our message was wrong', () => {
    expect(outcomeOfPayment(now(), report('RJCT', 'FF01'))).toMatchObject({ to: 'RJCT', alarm: 'RJCT FF01' });
  });

  it.each(['DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'AM05', 'DUPL'])(
    '%s is not a rejection: the bank is asked for the order status',
    (code) => {
      const unmoved = { to: null, mustAsk: true, alarm: null, entryChanges: [], fundsAvailable: null };
      expect(outcomeOfPayment(now(), report('RJCT', code))).toMatchObject(unmoved);
      expect(outcomeOfPayment(now(), report('RJCT', undefined, [entry(0, 'RJCT', code)]))).toMatchObject(
        unmoved,
      );
      expect(outcomeOfPayment(now(), report('RJCT', code, [entry(0, 'RJCT')]))).toMatchObject(unmoved);
      const two = bulk(['PDNG', 'ACSC']);
      const both = [entry(0, 'RJCT', code), entry(1, 'RJCT', code)];
      expect(outcomeOfPayment(two, report('RJCT', code))).toMatchObject(unmoved);
      expect(outcomeOfPayment(two, report('RJCT', undefined, both))).toMatchObject(unmoved);
      expect(outcomeOfPayment(two, report('RJCT', undefined, both.slice(1)))).toMatchObject(unmoved);
      expect(outcomeOfPayment(two, report(null, undefined, both))).toMatchObject(unmoved);
      expect(outcomeOfPayment(now({ status: 'ACSC' }), report('RJCT', code))).toMatchObject({
        to: null,
        mustAsk: false,
      });
    },
  );

  it('of a duplicate rejects an entry of a bulk payment that the bank carries out', () => {
    const two = bulk(['PDNG', 'PDNG']);
    const rejected = { to: null, mustAsk: false, entryChanges: [{ index: 0, status: 'RJCT' }] };
    expect(outcomeOfPayment(two, report('PART', undefined, [entry(0, 'RJCT', 'AM05')]))).toMatchObject(
      rejected,
    );
    expect(outcomeOfPayment(two, report(null, undefined, [entry(0, 'RJCT', 'DU04')]))).toMatchObject(
      rejected,
    );
  });

  it('DU01 as the answer to that query goes to an operator; AM05 is a rejection', () => {
    const answer = now({ answersQuery: true });
    for (const code of ['DU01', 'DU02', 'DU05'])
      expect(outcomeOfPayment(answer, report('RJCT', code))).toMatchObject({
        to: null,
        alarm: `RJCT ${code}`,
      });
    for (const code of ['DU03', 'DU04', 'AM05', 'DUPL'])
      expect(outcomeOfPayment(answer, report('RJCT', code))).toMatchObject({ to: 'RJCT', alarm: null });
    const both = report('RJCT', undefined, [entry(0, 'RJCT', 'AM05'), entry(1, 'RJCT', 'DU01')]);
    expect(outcomeOfPayment(bulk(['PDNG', 'PDNG'], { answersQuery: true }), both)).toMatchObject({
      to: null,
      alarm: 'RJCT DU01',
    });
    expect(outcomeOfPayment(answer, report('ACSC'))).toMatchObject({ to: 'ACSC' });
  });
});

describe('reports that come late, twice or after the end', () => {
  const codes = [...statusOfCode.keys()];

  it('never move a payment back or out of its end', () => {
    for (const from of paymentStatuses.filter((one) => one !== 'PART' && one !== 'PRSY')) {
      for (const code of codes) {
        const { to, alarm } = outcomeOfPayment(now({ status: from }), report(code));
        if (!isFinal(from)) continue;
        expect(to, `${from} ${code}`).toBeNull();
        const meant = statusOfCode.get(code);
        const contradicts = meant !== undefined && meant !== from && isFinal(meant);
        expect(alarm, `${from} ${code}`).toBe(contradicts ? `${code} after ${from}` : null);
      }
    }
    expect(outcomeOfPayment(now({ status: 'ACSP' }), report('ACCP'))).toMatchObject({
      to: null,
      alarm: null,
    });
  });

  const history = (end: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.subarray(codes.filter((code) => !isFinal(statusOfCode.get(code) ?? 'PDNG'))), end)
      .chain(([before, last]) =>
        fc.shuffledSubarray([...before, ...before, last, last], { minLength: 2 * before.length + 2 }),
      );
  const finals = fc.constantFrom('ACSC', 'ACCC', 'RJCT', 'CANC');

  it('lead to the same end of a single payment in any order', () => {
    fc.assert(
      fc.property(history(finals), (all) => {
        const ended = all.reduce<PaymentStatus>(
          (from, code) => outcomeOfPayment(now({ status: from }), report(code)).to ?? from,
          'PDNG',
        );
        const last = all.find((code) => isFinal(statusOfCode.get(code) ?? 'PDNG')) ?? '';
        expect(ended).toBe(statusOfCode.get(last));
      }),
    );
  });

  it('lead to the same end of a bulk payment in any order, one move at a time', () => {
    const entries = fc.tuple(history(finals), history(finals), history(finals));
    const interleaved = entries.chain((all) => {
      const each = all.flatMap((codesOfEntry, index) => codesOfEntry.map((code) => ({ index, code })));
      return fc.shuffledSubarray(each, { minLength: each.length });
    });
    fc.assert(
      fc.property(interleaved, (all) => {
        let at: OrderProgress = bulk(['PDNG', 'PDNG', 'PDNG']);
        for (const { index, code } of all)
          at = after(at, outcomeOfPayment(at, report(null, undefined, [entry(index, code)])));
        expect(at.entries.every(isFinal)).toBe(true);
        expect(at.status).toBe(statusOfEntries(at.entries));
      }),
    );
  });
});

function after(at: OrderProgress, { to, entryChanges }: ReportOutcome): OrderProgress {
  const next = [...at.entries];
  for (const { index, status: moved } of entryChanges) next[index] = moved;
  return { ...at, status: to ?? at.status, entries: next };
}

describe('a bulk payment', () => {
  it.each<readonly [PaymentStatus, readonly PaymentStatus[]]>([
    ['PDNG', ['PDNG', 'ACSP']],
    ['PDNG', ['PDNG', 'RJCT']],
    ['ACSP', ['ACSP', 'ACSP', 'RJCT']],
    ['PRSY', ['PDNG', 'ACSC']],
    ['PRSY', ['ACSP', 'ACWP']],
    ['ACWP', ['ACWP', 'ACSC']],
    ['ACSC', ['ACSC', 'ACSC']],
    ['PART', ['ACSC', 'RJCT']],
    ['PART', ['CANC', 'ACSC']],
    ['RJCT', ['RJCT', 'RJCT']],
    ['RJCT', ['RJCT', 'CANC']],
    ['CANC', ['CANC', 'CANC']],
  ])('is %s when its entries are %j', (to, entries) => {
    expect(statusOfEntries(entries)).toBe(to);
  });

  it('follows its entries, and the overall status only for entries that are not named', () => {
    const three = bulk(['PDNG', 'PDNG', 'PDNG']);
    expect(outcomeOfPayment(three, report('ACSC')).to).toBe('ACSC');
    expect(outcomeOfPayment(three, report('RJCT', 'AM04'))).toMatchObject({
      to: 'RJCT',
      fundsAvailable: false,
    });
    expect(outcomeOfPayment(three, report('PART', undefined, [entry(1, 'RJCT', 'AC04')]))).toMatchObject({
      to: null,
      alarm: null,
      entryChanges: [{ index: 1, status: 'RJCT', reason: 'the account is closed (AC04)' }],
    });
    const mixed = outcomeOfPayment(three, report('ACSC', undefined, [entry(1, 'RJCT', 'AC04')]));
    expect(mixed.to).toBe('PART');
    expect(mixed.entryChanges.map(({ status: moved }) => moved)).toEqual(['ACSC', 'RJCT', 'ACSC']);
  });

  it('has an entry with two statuses in one report: it stays, and an alarm is raised', () => {
    for (const codes of [
      ['ACSC', 'RJCT'],
      ['RJCT', 'ACSC'],
    ] as const) {
      const twice = codes.map((code) => entry(0, code));
      expect(
        outcomeOfPayment(bulk(['PDNG', 'PDNG']), report(null, undefined, [...twice, entry(1, 'ACSC')])),
      ).toMatchObject({
        to: 'PRSY',
        entryChanges: [{ index: 1, status: 'ACSC' }],
        alarm: `the unknown status ${codes.join('/')}`,
      });
      expect(outcomeOfPayment(now(), report('ACSC', undefined, twice)).to).toBeNull();
    }
    const same = report(null, undefined, [entry(0, 'RJCT', 'AC04'), entry(0, 'RJCT')]);
    expect(outcomeOfPayment(bulk(['PDNG', 'PDNG']), same)).toMatchObject({
      entryChanges: [{ status: 'RJCT', reason: 'the account is closed (AC04)' }],
      alarm: null,
    });
    expect(
      outcomeOfCancellation(
        bulk(['PDNG', 'PDNG']),
        report('PECR', undefined, [entry(0, 'CNCL'), entry(0, 'RJCR')]),
      ),
    ).toMatchObject({ to: null, entryChanges: [], alarm: 'the unknown answer CNCL/RJCR' });
  });

  it('keeps the report of an entry beside an unknown entry or an unknown code', () => {
    const two = bulk(['PDNG', 'PDNG']);
    const strange = outcomeOfPayment(
      two,
      report(null, undefined, [entry(7, 'ACSC'), entry(0, 'ACSC'), entry(1, 'X')]),
    );
    expect(strange).toMatchObject({ to: 'PRSY', entryChanges: [{ index: 0, status: 'ACSC' }] });
    expect(strange.alarm).toBe('the unknown status X');
  });
});

describe('the answer to a cancellation', () => {
  const both = (first: string, second: string, code: string | null = null) =>
    report(code, undefined, [entry(0, first), entry(1, second)]);

  it.each([
    ['CNCL', 'CANC', 'cancelled by the bank', 'FINAL'],
    ['ACCR', 'CANC', 'cancelled by the bank', 'FINAL'],
    ['PDCR', null, 'the bank has not decided on the cancellation', 'PENDING'],
    ['RJCR', null, 'the bank did not cancel the payment', 'FINAL'],
  ])('%s moves the payment to %s: %s', (code, to, reason, cancellationAnswer) => {
    expect(outcomeOfCancellation(now(), report(code))).toEqual({
      to,
      reason,
      fundsAvailable: null,
      entryChanges: [],
      alarm: null,
      mustAsk: false,
      cancellationAnswer,
    });
  });

  it.each([
    ['RJCT', null, 'the bank did not cancel the payment'],
    ['CANC', 'CANC', 'cancelled by the bank'],
    ['ACTC', null, 'the bank has not decided on the cancellation'],
  ])('may be a pain.002: %s moves the payment to %s: %s', (code, to, reason) => {
    expect(outcomeOfCancellation(now(), report(code))).toMatchObject({
      to,
      reason,
      alarm: null,
      mustAsk: false,
    });
    expect(outcomeOfCancellation(bulk(['PDNG', 'ACSP']), report(code))).toMatchObject({ to, reason });
  });

  it('that calls the request a duplicate is queried, and goes to an operator if repeated', () => {
    for (const code of ['DU01', 'AM05'])
      expect(outcomeOfCancellation(now(), report('RJCT', code))).toMatchObject({ to: null, mustAsk: true });
    expect(outcomeOfCancellation(now({ answersQuery: true }), report('RJCT', 'DU01'))).toMatchObject({
      to: null,
      mustAsk: false,
      alarm: 'RJCT DU01',
    });
    expect(outcomeOfCancellation(now(), report('RJCT', 'FF01')).alarm).toBe('RJCT FF01');
  });

  it('says why the payment goes on', () => {
    expect(outcomeOfCancellation(now(), report('RJCR', 'ARDT'))).toMatchObject({
      to: null,
      reason: 'the bank did not cancel the payment: the payment has already been executed (ARDT)',
      alarm: null,
    });
  });

  it.each<readonly [string, OrderReport, PaymentStatus | null, string, 'FINAL' | 'PENDING']>([
    ['PECR, all cancelled', both('CNCL', 'CNCL', 'PECR'), 'CANC', 'cancelled by the bank', 'FINAL'],
    ['all cancelled', both('CANC', 'CANC'), 'CANC', 'cancelled by the bank', 'FINAL'],
    ['PECR, one refused', both('CNCL', 'RJCR', 'PECR'), null, 'the bank cancelled some entries', 'FINAL'],
    ['CNCL, one refused', both('CNCL', 'RJCR', 'CNCL'), null, 'the bank cancelled some entries', 'FINAL'],
    ['one refused', both('CANC', 'RJCT'), null, 'the bank cancelled some entries', 'FINAL'],
    ['one still open', both('CANC', 'PDNG'), null, 'the bank cancelled some entries', 'PENDING'],
    [
      'one named',
      report(null, undefined, [entry(0, 'CANC')]),
      null,
      'the bank cancelled some entries',
      'FINAL',
    ],
    ['PECR', report('PECR'), null, 'the bank cancelled some entries', 'FINAL'],
    ['both open', both('PDNG', 'PDNG'), null, 'the bank has not decided on the cancellation', 'PENDING'],
    ['both refused', both('RJCR', 'RJCR', 'PECR'), null, 'the bank did not cancel the payment', 'FINAL'],
  ])('about a bulk payment of two follows its entries: %s', (_, told, to, reason, cancellationAnswer) => {
    expect(outcomeOfCancellation(bulk(['PDNG', 'PDNG']), told)).toMatchObject({
      to,
      reason,
      cancellationAnswer,
      alarm: null,
    });
  });

  it.each<readonly [string, readonly PaymentStatus[], OrderReport, string | null]>([
    ['all executed', ['ACSC', 'ACSC'], report('CNCL'), 'cancelled after ACSC'],
    ['all executed or rejected', ['ACSC', 'RJCT'], report('CNCL'), 'cancelled after PART'],
    ['one executed, and both named', ['ACSC', 'PDNG'], both('CNCL', 'CNCL', 'PECR'), 'cancelled after ACSC'],
    ['one executed, and none named', ['ACSC', 'PDNG'], report('CNCL'), null],
    ['one executed, and the other already cancelled', ['ACSC', 'CANC'], report('CNCL'), null],
    ['all already cancelled', ['CANC', 'CANC'], both('CNCL', 'CNCL'), null],
  ])('that cancels a bulk payment too late goes to an operator: %s', (_, entries, told, alarm) => {
    expect(outcomeOfCancellation(bulk(entries), told).alarm).toBe(alarm);
  });

  it('has the reason of an entry that is refused', () => {
    const refused = report(null, undefined, [entry(0, 'RJCR', 'LEGL'), entry(1, 'RJCR', 'LEGL')]);
    expect(outcomeOfCancellation(bulk(['PDNG', 'PDNG']), refused).reason).toBe(
      'the bank did not cancel the payment: for legal reasons (LEGL)',
    );
  });

  it('without a known status is no answer: the request stays open', () => {
    const two = bulk(['PDNG', 'PDNG']);
    expect(outcomeOfCancellation(two, report(null)).cancellationAnswer).toBeNull();
    expect(outcomeOfCancellation(two, both('CNCL', 'IPAY'))).toMatchObject({
      entryChanges: [{ index: 0, status: 'CANC' }],
      cancellationAnswer: null,
      alarm: 'the unknown answer IPAY',
    });
  });

  it('goes to an operator when it is impossible', () => {
    expect(outcomeOfCancellation(now({ status: 'ACSC' }), report('CNCL'))).toMatchObject({
      to: null,
      alarm: 'cancelled after ACSC',
    });
    expect(outcomeOfCancellation(now({ status: 'CANC' }), report('CNCL')).alarm).toBeNull();
    expect(outcomeOfCancellation(now(), report('RJCR', 'NOOR')).alarm).toBe('RJCR NOOR');
    expect(outcomeOfCancellation(now(), report('IPAY'))).toMatchObject({
      to: null,
      alarm: 'the unknown answer IPAY',
      cancellationAnswer: null,
    });
  });

  it('cancels the open entries of a bulk payment, except those with another status', () => {
    const three = bulk(['ACSC', 'PDNG', 'ACSP']);
    expect(outcomeOfCancellation(three, report('CNCL'))).toMatchObject({
      to: 'PART',
      entryChanges: [{ index: 1 }, { index: 2 }],
    });
    expect(
      outcomeOfCancellation(three, report('PACR', undefined, [entry(1, 'ACCR'), entry(2, 'RJCR')])),
    ).toMatchObject({
      to: null,
      entryChanges: [{ index: 1, status: 'CANC' }],
      alarm: null,
    });
    expect(
      outcomeOfCancellation(three, report('CNCL', undefined, [entry(2, 'RJCR')])).entryChanges,
    ).toHaveLength(1);
    expect([...cancellationOfCode.values()]).toContain('PARTLY');
  });
});
