/** A bank of its own process that carries one TPP's time to where its clock was sent; tests kill it at any moment. */
import { engineOn } from '../../../bench/engine.ts';
import { openDatabase } from '../../../src/db/client.ts';

const [url = '', tppId = '', now = '0'] = process.argv.slice(2);
const database = openDatabase({ url, poolSize: 2 });
const { bank } = engineOn(
  database,
  () => Number(now),
  (error) => {
    throw error;
  },
);
process.stdout.write('ready\n');
const { targetMs } = await bank.carryOn(tppId, 60_000);
await database.close();
process.exit(targetMs === null ? 0 : 2);
