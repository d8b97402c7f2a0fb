/** Runs the sections in order; prints tables and JSON. */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sharesTable } from './lib/rounds.mjs';
import { buildService } from './lib/service.mjs';
import { openStage } from './lib/stage.mjs';
import { creation, graphqlCreation, list, status } from './sections/comparisons.mjs';
import { facade } from './sections/facade.mjs';
import { journey } from './sections/journey.mjs';
import { size } from './sections/size.mjs';
import { upgrade } from './sections/upgrade.mjs';

const comparisons = { creation, status, graphql: graphqlCreation, list };
/** The other sections run only when named. */
const sections = { ...comparisons, facade, journey, upgrade, size };

const usage = `npm run bench -- [--quick] [--only ${Object.keys(sections).join(',')}] [--rounds N] [--service FOLDER] [--json FILE]`;

const options = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: Object.keys(comparisons).join() },
  rounds: { type: 'string' },
  service: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

const { values } = parseArgs({ options });
const names = values.only.split(',');
const unknown = names.filter((name) => !Object.hasOwn(sections, name));
if (values.help || unknown.length > 0) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}
const { quick } = values;
const settings = {
  rounds: Number(values.rounds ?? (quick ? 2 : 3)),
  scale: quick ? 0.3 : 1,
  turnMs: quick ? 3_000 : 8_000,
  atOnce: 16,
  // V8 finishes compiling only after 10,000 to 15,000 creations; a service runs for days.
  warmUp: quick ? 1_000 : 15_000,
};
const loadBefore = loadavg()[0];
const serviceFolder = resolve(values.service);
buildService(serviceFolder);
const stage = await openStage(serviceFolder);
const results = {};
try {
  for (const name of names) {
    const { title, run, print = sharesTable } = sections[name];
    results[name] = await run(stage, settings);
    console.log(`${title}\n${print(results[name])}\n`);
  }
} finally {
  await stage.close();
}
const machine = {
  processors: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
  node: process.version,
  postgres: stage.cluster.version,
  loadBefore,
  loadAfter: loadavg()[0],
};
const words = Object.entries(machine).map(([key, value]) => `${key} ${value}`);
console.log(words.join(', '));
if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, settings, results }, null, 2)}\n`);
