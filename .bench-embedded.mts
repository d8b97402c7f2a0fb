import { startEmbeddedPostgres } from '/work/wt/embedded/src/db/embedded/server.ts';

const t = performance.now();
const s = await startEmbeddedPostgres({ dataDir: process.argv[2] });
const a = performance.now();
await s.stop();
console.log(JSON.stringify([a - t, performance.now() - a]));
