import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { reportDays } from '../../scripts/report/days.ts';

const line = (time: string, msg: string, fields = {}) => JSON.stringify({ time, msg, ...fields });
const request = (time: string, status: number, milliseconds: number) =>
  line(time, status < 500 ? 'request' : 'request refused', { status, milliseconds });

describe('the report of a day', () => {
  it('has the number of responses, their speed, and the share of errors', async () => {
    const [day] = await reportDays([
      line('2026-11-01T10:00:00Z', 'started'),
      request('2026-11-01T10:00:10Z', 201, 10),
      request('2026-11-01T10:00:20Z', 400, 20),
      request('2026-11-01T10:00:30Z', 503, 60),
      'not a line',
      line('2026-11-01T10:01:00Z', 'stopped'),
    ]);
    expect(day).toEqual({
      day: '2026-11-01',
      requests: 3,
      meanMs: 30,
      errorRate: 1 / 3,
      upSeconds: 60,
      downSeconds: 0,
    });
  });

  it('counts as down the time from a stop, a kill or the loss of the database to the next event', async () => {
    const days = await reportDays([
      line('2026-11-01T22:00:00Z', 'started'),
      line('2026-11-01T23:00:00Z', 'stopped'),
      line('2026-11-02T01:00:00Z', 'started'),
      line('2026-11-02T02:00:00Z', 'database lost'),
      line('2026-11-02T02:00:30Z', 'database found'),
      request('2026-11-02T03:00:00Z', 200, 1),
      line('2026-11-02T03:10:00Z', 'started'),
      request('2026-11-02T04:10:00Z', 200, 1),
    ]);
    expect(days.map(({ day, upSeconds, downSeconds }) => [day, upSeconds, downSeconds])).toEqual([
      ['2026-11-01', 3_600, 3_600],
      ['2026-11-02', 3_600 + 3_570 + 3_600, 3_600 + 30 + 600],
    ]);
  });
});

it('the command reads a log that a pipe brings after its start', { timeout: 60_000 }, async () => {
  const report = spawn(process.execPath, ['--import', 'tsx', 'scripts/report.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  report.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  // It prints its heading before it reads.
  await once(report.stdout, 'data');
  report.stdin.end(
    `${line('2026-11-01T10:00:00Z', 'started')}\n${request('2026-11-01T10:00:10Z', 201, 10)}\n`,
  );
  await once(report, 'close');
  expect(text.trimEnd().split('\n')[1]).toMatch(/^2026-11-01 +1 +10\.0 /);
});
