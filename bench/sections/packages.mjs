/** Where the CPU of a creation by GraphQL goes: the service's rooms and its libraries, by a profile of the sources under load. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { creationHeaders } from '../lib/requests.mjs';
import { consoleToken } from '../lib/service.mjs';
import { columns } from '../lib/table.mjs';
import { ownCreation } from './graphql.mjs';

const warmUp = 6_000;
const requests = 6_000;
/** Shorter pauses would weigh on what they measure. */
const microsecondsApart = 500;

/** What yoga is made of. */
const ofYoga = /^(graphql-yoga|@envelop\/|@whatwg-node\/|@graphql-tools\/|@graphql-yoga\/)/;

/** Microseconds of the monotonic clock, as a profile has them. */
const now = () => Number(process.hrtime.bigint() / 1_000n);

/** What a sample counts for: the package or room whose code has run, or has called what is V8's own. */
function ownerOf(node, parents) {
  for (let at = node; at !== undefined; at = parents.get(at)) {
    const { url, functionName } = at.callFrame;
    if (/^\((garbage collector|idle|program)\)$/.test(functionName)) return functionName;
    const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url);
    if (library) return library[1];
    const room = /\/src\/([^/]+)/.exec(url);
    if (room) return `src/${room[1]}`;
    if (url.startsWith('node:')) return 'node';
  }
  return '(program)';
}

/** Microseconds by owner, between two moments. */
function sumsOf({ nodes, samples, timeDeltas, startTime }, from, to) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((id) => [byId.get(id), node])));
  const sums = new Map();
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index];
    const owner = ownerOf(byId.get(id), parents);
    if (at < from || at > to || owner === '(idle)') continue;
    sums.set(owner, timeDeltas[index] + (sums.get(owner) ?? 0));
  }
  return sums;
}

export const packages = {
  title: `CPU of a creation by GraphQL, by the code that runs (${requests} of them, the sources as they stand)`,
  async run({ tpp, load, startService }, { atOnce }) {
    const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-profile-'));
    const profiling = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${microsecondsApart}`];
    try {
      const service = await startService('service', {
        args: [...profiling, '--import', 'tsx', 'src/main.ts'],
      });
      const token = await consoleToken(service, tpp.identity);
      const headers = { ...creationHeaders(tpp.psu), authorization: `Bearer ${token}` };
      const options = { query: ownCreation, creates: 'input', requestIds: true, headers };
      await load.prepare({ name: 'service', kind: 'graphql', count: warmUp + requests, options });
      const expect = { status: 200, has: '"RCVD"', lacks: '"errors"' };
      const asked = { name: 'service', port: service.port, atOnce, expect, milliseconds: 60_000 };
      const { sent } = await load.send({ ...asked, count: warmUp });
      const from = now();
      await load.send({ ...asked, from: sent, count: requests });
      const to = now();
      await load.close();
      await service.stop();
      const profiles = readdirSync(folder).map((file) =>
        JSON.parse(readFileSync(join(folder, file), 'utf8')),
      );
      // The process that serves is the one that was busy for longest.
      const [sums] = profiles
        .map((profile) => sumsOf(profile, from, to))
        .sort((one, other) => total(other) - total(one));
      const yoga = [...sums].filter(([owner]) => ofYoga.test(owner));
      return [...sums, ['yoga, with all that it is made of', total(new Map(yoga))]]
        .map(([name, microseconds]) => ({ name, share: microseconds / total(sums) }))
        .filter(({ share }) => share >= 0.005)
        .sort((one, other) => other.share - one.share);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  print: (rows) => columns(rows.map(({ name, share }) => [name, `${(100 * share).toFixed(1)} %`])),
};

const total = (sums) => [...sums.values()].reduce((sum, one) => sum + one, 0);
