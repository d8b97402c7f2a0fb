/** `npx tsx scripts/report.ts < service.log` reads the log of one process at level info. */
import { createInterface } from 'node:readline';
import { reportDays } from './report/days.ts';

if (process.stdin.isTTY) {
  console.error('npx tsx scripts/report.ts < service.log');
  process.exit(2);
}
const share = (part: number | null) => (part === null ? '-' : `${(part * 100).toFixed(3)} %`);
console.log('day         requests   mean ms      errors   up s   down s');
// A log may be longer than a string, and a pipe may have no bytes yet.
for (const day of await reportDays(createInterface({ input: process.stdin }))) {
  const mean = day.meanMs === null ? '-' : day.meanMs.toFixed(1);
  const cells = [String(day.requests).padStart(8), mean.padStart(9), share(day.errorRate).padStart(11)];
  console.log(
    `${day.day}  ${cells.join(' ')} ${String(day.upSeconds).padStart(6)} ${String(day.downSeconds).padStart(8)}`,
  );
}
