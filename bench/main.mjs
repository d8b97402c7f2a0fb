/** The run: arguments, sections in their order, tables, and the same as JSON. */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildService } from './lib/service.mjs';
import { openStage } from './lib/stage.mjs';
import { detailTable, sharesTable } from './lib/table.mjs';
import { batch } from './sections/batch.mjs';
import { facade } from './sections/facade.mjs';
import { graphqlCreation, list } from './sections/graphql.mjs';
import { idle } from './sections/idle.mjs';
import { journey } from './sections/journey.mjs';
import { neighbours } from './sections/neighbours.mjs';
import { packages } from './sections/packages.mjs';
import { creation, status } from './sections/signed.mjs';
import { size } from './sections/size.mjs';
import { upgrade } from './sections/upgrade.mjs';

const comparisons = { creation, status, graphql: graphqlCreation, list };
/** Run when they are named. */
const others = { idle, batch, neighbours, facade, journey, upgrade, size, packages };
const sections = { ...comparisons, ...others };

const usage = `npm run bench -- [--quick] [--only ${Object.keys(sections).join(',')}] [--rounds N] [--service FOLDER] [--json FILE]`;

const options = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  rounds: { type: 'string' },
  service: { type: 'string' },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

export async function main(args) {
  const { values } = parseArgs({ args, options });
  const names = values.only?.split(',') ?? Object.keys(comparisons);
  const unknown = names.filter((name) => !Object.hasOwn(sections, name));
  if (values.help || unknown.length > 0) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const settings = {
    rounds: Number(values.rounds ?? (values.quick ? 2 : 3)),
    scale: values.quick ? 0.3 : 1,
    turnMs: values.quick ? 3_000 : 8_000,
    atOnce: 16,
    // V8 is done with compiling a creation only after 10,000 to 15,000 of them; a service runs for days.
    warmUp: values.quick ? 1_000 : 15_000,
  };
  const serviceFolder = resolve(values.service ?? fileURLToPath(new URL('..', import.meta.url)));
  const loadBefore = loadavg()[0];
  buildService(serviceFolder);
  const stage = await openStage(serviceFolder);
  const results = {};
  try {
    for (const name of names) {
      const { title, run, print = printShares } = sections[name];
      const rows = await run(stage, settings);
      results[name] = rows;
      console.log(`${title}\n${print(rows)}\n`);
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
  console.log(
    Object.entries(machine)
      .map(([key, value]) => `${key} ${value}`)
      .join(', '),
  );
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, settings, results }, null, 2)}\n`);
}

/** Shares first: absolute times hold for one machine alone. */
function printShares(rows) {
  return `${sharesTable(rows)}\n\n${detailTable(rows)}`;
}
