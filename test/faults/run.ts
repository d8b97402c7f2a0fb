/**
 * The long run: `npm run test:faults -- [--seed N] [--rounds N] [--replicas N] [--pooled] [--program dist/main.js] [--only NAME]`.
 * A round holds 20 kills of the service, 5 of PostgreSQL, and of each other fault some; ten rounds are the default.
 * A round that fails is played again by its seed.
 * `npm run test:faults -- --facade [--seed N] [--kills N]`: a facade before a bank, 200 kills.
 * `npm run test:faults -- --core [--seed N] [--kills N]`: a service before a core system, 200 kills.
 */
import { parseArgs } from 'node:util';
import { playCore } from './core-play.ts';
import { playFacade } from './facade-play.ts';
import { play } from './play.ts';
import { type FaultName, faultNames } from './support/faults.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261121' },
    rounds: { type: 'string', default: '10' },
    replicas: { type: 'string', default: '2' },
    workers: { type: 'string', default: '8' },
    pooled: { type: 'boolean', default: false },
    program: { type: 'string' },
    only: { type: 'string' },
    facade: { type: 'boolean', default: false },
    core: { type: 'boolean', default: false },
    kills: { type: 'string', default: '200' },
  },
});

const round: Readonly<Record<FaultName, number>> = {
  'service killed': 20,
  'database killed': 5,
  'backends terminated': 3,
  'listener cut': 3,
  'answer cut': 4,
  deadlock: 2,
  'rolling restart': 1,
  'database frozen': 1,
  'disk full': 1,
  'pooler killed': values.pooled ? 10 : 0,
};

const faults = Object.fromEntries(
  faultNames.filter((name) => !values.only || name === values.only).map((name) => [name, round[name]]),
);
const progress = (line: string) => void process.stderr.write(`${line}\n`);
let failed = false;
for (let number = 0; number < (values.facade || values.core ? 1 : Number(values.rounds)); number += 1) {
  const plan = {
    seed: Number(values.seed) + number,
    workers: Number(values.workers),
    program: values.program,
    progress,
  };
  const kills = Number(values.kills);
  const report = values.core
    ? await playCore({ ...plan, kills })
    : values.facade
      ? await playFacade({ ...plan, kills })
      : await play({ ...plan, replicas: Number(values.replicas), pooled: values.pooled, faults });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  failed ||= report.wrong.length > 0;
}
process.exit(failed ? 1 : 0);
