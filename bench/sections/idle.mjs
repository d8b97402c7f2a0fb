/** How soon the service is ready when its database is up, and what memory it has when nobody asks for anything. */
import { setTimeout as sleep } from 'node:timers/promises';
import { heaviestBelow, peakMegabytes, residentMegabytes } from '../lib/processes.mjs';
import { median } from '../lib/rounds.mjs';
import { columns } from '../lib/table.mjs';

const ways = {
  'node dist/main.js': {},
  'npm start': { command: 'npm', args: ['start', '--silent'] },
};

export const idle = {
  title: 'time to ready and idle memory, the database being up',
  async run(stage, { rounds }) {
    const rows = [];
    for (const [name, way] of Object.entries(ways)) {
      const samples = [];
      for (let round = 0; round < rounds; round += 1) {
        const service = await stage.startService('service', way);
        await sleep(5_000);
        const pid = heaviestBelow(service.pid);
        const started = residentMegabytes(pid);
        // V8 tidies up behind a start only when the process has rested for some ten seconds.
        await sleep(20_000);
        samples.push({
          readyMs: service.readyMs,
          started,
          resident: residentMegabytes(pid),
          peak: peakMegabytes(pid),
        });
        await service.stop();
      }
      const middle = (what) => median(samples.map((sample) => sample[what]));
      rows.push({
        name,
        readyMs: middle('readyMs'),
        startedMegabytes: middle('started'),
        residentMegabytes: middle('resident'),
        peakMegabytes: middle('peak'),
      });
    }
    return rows;
  },
  print: (rows) =>
    columns([
      ['', 'ready after ms', 'MB after 5 s', 'idle MB', 'peak MB'],
      ...rows.map((row) => [
        row.name,
        row.readyMs.toFixed(0),
        row.startedMegabytes.toFixed(0),
        row.residentMegabytes.toFixed(0),
        row.peakMegabytes.toFixed(0),
      ]),
    ]),
};
