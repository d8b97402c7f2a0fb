/**
 * A bank process that moves the clock of one TPP to its target, an event per transaction, and kills itself with SIGKILL
 * at its nth store call: no handler runs, nothing is tidied up.
 */

import { openDatabase } from '../../../src/db/connections/client.ts';
import { engine } from '../../support/left-out.ts';
import { engineOn } from './engine.ts';
import { watched } from './watched.ts';

const [url = '', tppId = '', now = '0', calls = '0'] = process.argv.slice(2);
const database = openDatabase({ url, poolSize: 2, engine });
let left = Number(calls);
const call = () => {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
const { moveClock } = engineOn(database, () => Number(now), console.error, {
  around: (work) => watched(work, { begin: () => call }),
});
await moveClock(tppId, 60_000);
await database.close();
process.exit(0);
