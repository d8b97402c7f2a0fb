/**
 * A service in its own process, for tests that kill it: service.mjs DATA_DIR MODULE. Prints one line of JSON when the start
 * succeeded or failed; `stop` or `exit` on its input end it.
 */
import { createInterface } from 'node:readline';

const [, , dataDir = '', module = ''] = process.argv;
const { EmbeddedPostgresError, startEmbeddedPostgres } = await import(module);
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    onNotice: (text) => process.stderr.write(`${text}\n`),
  });
  say({ url: server.url, adopted: server.adopted });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'stop') await server.stop();
    process.exit(0);
  }
} catch (error) {
  say({ refused: error instanceof EmbeddedPostgresError ? error.message : `defect: ${String(error)}` });
  process.exit(1);
}
