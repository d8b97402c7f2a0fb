import { describe, expect, it } from 'vitest';
import { pastOf } from '../../../src/domain/bank/payment-past.ts';
import { productOf } from '../../support/payments.ts';

const product = productOf('PERIODIC_NDCT');
const instruction = {
  ...(product.example as unknown as Parameters<typeof pastOf>[0]['instruction']),
  startDate: '2027-01-04',
  frequency: 'Daily' as const,
};
const daily = { product, instruction, createdAt: Date.parse('2026-12-31T23:00Z'), status: 'ACCP' as const };

describe('the executions of a payment of a seed', () => {
  it('are bounded, however late the sandbox starts: then the plan goes on from its day', () => {
    const { executions, bookings, nextExecution } = pastOf(daily, Date.parse('2999-06-05T17:00Z'), 10);
    expect(executions.map(({ date }) => date).at(-1)).toBe('2027-01-13');
    expect([executions.length, bookings.length]).toEqual([10, 10]);
    expect(nextExecution?.nominalDate).toBe('2999-06-06');
  });

  it('are tried again until the last run of their day, if the file does not name them', () => {
    const named = {
      ...daily,
      executions: [{ nominalDate: '2027-01-04', at: Date.parse('2027-01-04T10:00Z') }],
    };
    const nextAt = (time: string) => pastOf(named, Date.parse(time), 10).nextExecution?.nominalDate;
    expect(nextAt('2027-01-06T12:00Z')).toBe('2027-01-06');
    expect(nextAt('2027-01-06T17:00Z')).toBe('2027-01-07');
    const { executions, updatedAt } = pastOf(named, Date.parse('2027-01-06T12:00Z'), 10);
    expect(executions).toEqual([
      { nominalDate: '2027-01-04', date: '2027-01-04', at: Date.parse('2027-01-04T10:00Z') },
    ]);
    expect(updatedAt).toBe(Date.parse('2026-12-31T23:00Z'));
  });

  it('wait for the first run after an approval that came after the last run of their day', () => {
    // The approval is on Friday at 18:30 in Oslo.
    const late = { ...daily, instruction: { ...instruction, startDate: '2027-01-08' } };
    const approved = { ...late, createdAt: Date.parse('2027-01-08T17:30Z'), executions: [] };
    const nextAt = (time: string) => pastOf(approved, Date.parse(time), 10).nextExecution?.nominalDate;
    expect(nextAt('2027-01-08T17:31Z')).toBe('2027-01-08');
    expect(nextAt('2027-01-08T23:00Z')).toBe('2027-01-08');
    // That run is on Monday, and the execution is tried again until the last run of Monday.
    expect(nextAt('2027-01-11T04:29Z')).toBe('2027-01-08');
    expect(nextAt('2027-01-11T12:00Z')).toBe('2027-01-08');
    expect(nextAt('2027-01-11T17:00Z')).toBe('2027-01-12');
    const { executions: _, ...unnamed } = approved;
    const { executions, nextExecution } = pastOf(unnamed, Date.parse('2027-01-11T04:30Z'), 1);
    expect(executions).toEqual([
      { nominalDate: '2027-01-08', date: '2027-01-08', at: Date.parse('2027-01-11T04:30Z') },
    ]);
    expect(nextExecution?.nominalDate).toBe('2027-01-09');
  });

  it('come one after the other: one before a booked execution was skipped', () => {
    // The executions of Saturday and Sunday are on Monday too.
    const named = {
      ...daily,
      executions: [{ nominalDate: '2027-01-10', at: Date.parse('2027-01-11T10:00Z') }],
    };
    const { nextExecution } = pastOf(named, Date.parse('2027-01-11T12:00Z'), 10);
    expect(nextExecution?.nominalDate).toBe('2027-01-11');
  });

  it('stop at a cancellation, which comes at once if the file has no time for it', () => {
    const cancelled = (at?: number) =>
      pastOf(
        { ...daily, status: undefined, history: [{ status: 'ACCP' }, { status: 'CANC', at }] },
        Date.parse('2027-02-01T12:00Z'),
        50,
      );
    expect(cancelled()).toMatchObject({ status: 'CANC', executions: [], bookings: [] });
    expect(cancelled().updatedAt).toBe(cancelled().createdAt);
    expect(cancelled(Date.parse('2027-01-05T12:00Z')).executions.map(({ date }) => date)).toEqual([
      '2027-01-04',
      '2027-01-05',
    ]);
  });

  it('end the payment with the last booking, in whatever order the file has them', () => {
    const executions = [
      { nominalDate: '2027-01-04', at: Date.parse('2027-01-07T10:00Z') },
      { nominalDate: '2027-01-05', at: Date.parse('2027-01-06T10:00Z') },
    ];
    const { updatedAt } = pastOf(
      { ...daily, status: 'ACSC', executions },
      Date.parse('2027-02-01T12:00Z'),
      10,
    );
    expect(updatedAt).toBe(Date.parse('2027-01-07T10:00Z'));
  });

  it('end a plan that is over by the start', () => {
    const short = { ...daily, instruction: { ...instruction, endDate: '2027-01-05' } };
    const { status, moves, nextExecution } = pastOf(short, Date.parse('2027-02-01T12:00Z'), 10);
    expect([status, nextExecution]).toEqual(['ACSC', null]);
    expect(moves.at(-1)).toMatchObject({ from: 'ACCP', to: 'ACSC', at: Date.parse('2027-01-05T04:30Z') });
  });

  it('end a plan that is over as RJCT if none was carried out, as the bank does', () => {
    const short = { ...daily, instruction: { ...instruction, endDate: '2027-01-05' }, executions: [] };
    const now = Date.parse('2027-02-01T12:00Z');
    const { status, moves, bookings } = pastOf(short, now, 10);
    expect([status, bookings]).toEqual(['RJCT', []]);
    expect(moves.at(-1)).toEqual({
      from: 'ACCP',
      to: 'RJCT',
      at: now,
      reason: 'no execution could be carried out',
    });
  });
});
