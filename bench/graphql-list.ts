/**
 * What a page of 100 payments with everything under it costs at the GraphQL door, from the signed request to the bytes
 * of the answer: interpreted and compiled by turns, so that whatever else the machine does weighs on both.
 * `npx tsx bench/graphql-list.ts [requests]`, on a server of its own or that of BENCH_DATABASE_URL.
 */

import { signRequest } from '../packages/toolkit/src/sign.ts';
import { createApp } from '../src/app.ts';
import { compilationLimits } from '../src/graphql/plugins/compiled-execution.ts';
import { createTrustStore } from '../src/security/trust.ts';
import { injectRequest } from '../test/support/inject.ts';
import { fillBacklog } from './backlog.ts';
import { benchDatabase } from './database.ts';
import { authority, identity } from './tpp.ts';

const rounds = Math.ceil(Number(process.argv[2] ?? 400) / 20);
const { database, sql, close } = await benchDatabase();
await fillBacklog(sql, { payments: 1_000, dueAt: new Date() });
await sql.unsafe('analyze');
const app = createApp({
  database,
  trust: createTrustStore([authority.certificatePem]),
  publicUrl: 'http://localhost',
  sandbox: true,
  signatureMaxAgeSeconds: 300,
});

const query = `{ payments(first: 100) { edges { cursor node { id paymentId product transactionStatus createdAt debtorName fundsAvailable
  totalAmount { amount currency } creditorNames transactionFees { amount currency } debtorAccount { bban iban currency }
  statusHistory { from to at reason } links { self { href verbs } status { href } startAuthorisation { href } }
  basket { basketId transactionStatus payments { paymentId transactionStatus } links { self { href } } } } }
  pageInfo { hasNextPage endCursor } } }`;

const url = 'http://localhost/graphql';
function sender(document: string): () => Promise<string> {
  const body = JSON.stringify({ query: document });
  const headers = signRequest({ method: 'POST', url, body }, identity);
  return async () => (await injectRequest(app, new Request(url, { method: 'POST', headers, body }))).text();
}
// A document longer than the compiler takes says the same and stays with the interpreter.
const ways = {
  interpreted: sender(query + ' '.repeat(compilationLimits.characters)),
  compiled: sender(query),
};
type Way = keyof typeof ways;

const texts = new Set<string>();
for (let index = 0; index < 60; index += 1) for (const send of Object.values(ways)) texts.add(await send());
const [text = ''] = texts;
if (texts.size !== 1 || !text.includes('"endCursor"')) throw new Error('the answers differ');

const spent: Record<Way, { cpu: number; wall: number }> = {
  interpreted: { cpu: 0, wall: 0 },
  compiled: { cpu: 0, wall: 0 },
};
for (let round = 0; round < rounds; round += 1) {
  for (const way of Object.keys(ways) as Way[]) {
    const cpu = process.cpuUsage();
    const begun = performance.now();
    for (let index = 0; index < 20; index += 1) await ways[way]();
    spent[way].wall += performance.now() - begun;
    const { user, system } = process.cpuUsage(cpu);
    spent[way].cpu += (user + system) / 1_000;
  }
}
const requests = rounds * 20;
const each = (total: number) => Number((total / requests).toFixed(2));
console.log(
  JSON.stringify({
    requests,
    bytes: text.length,
    interpretedMs: each(spent.interpreted.wall),
    compiledMs: each(spent.compiled.wall),
    interpretedCpuMs: each(spent.interpreted.cpu),
    compiledCpuMs: each(spent.compiled.cpu),
    compiledShareOfCpu: Number((spent.compiled.cpu / spent.interpreted.cpu).toFixed(2)),
    compiledShareOfTime: Number((spent.compiled.wall / spent.interpreted.wall).toFixed(2)),
  }),
);
await close();
process.exit(0);
