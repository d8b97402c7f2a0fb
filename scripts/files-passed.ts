/** Counts by V8's coverage the source files in which a function runs for a creation or an approval. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from 'embedded-postgres-server';
import { ensureSandboxFiles, identityIn, tppFolder } from '../packages/toolkit/src/files.ts';
import { instantPath, singleScaHeaders } from '../packages/toolkit/src/payments.ts';
import { send } from '../packages/toolkit/src/send.ts';
import { toolkitAt } from '../packages/toolkit/src/toolkit-line.ts';
import { createApp } from '../src/app.ts';
import { openDatabase } from '../src/db/connections/client.ts';
import { migrateDatabase } from '../src/db/prepare.ts';
import { instantDomestic } from '../src/domain/payments/products/instant-domestic.ts';
import { createTrustStore } from '../src/security/trust.ts';
import { privateCustomer, Visitor } from '../test/sca/visitor.ts';
import { listenOn } from '../test/support/listen.ts';

const warmUp = 50;
const dataDir = mkdtempSync(join(tmpdir(), 'files-passed-'));
const server = await startEmbeddedPostgres({ dataDir, name: 'files', databaseName: 'bank' });
await migrateDatabase(server.url);
const database = openDatabase({ url: server.url, poolSize: 4 });
const { authorityPem } = await ensureSandboxFiles(dataDir);
const identity = identityIn(tppFolder(dataDir), 'demo');
const publicUrl = 'http://localhost:4000';
const app = createApp({
  database,
  publicUrl,
  toolkit: toolkitAt({ url: publicUrl, dataDir }, {}),
  sandbox: true,
  trust: createTrustStore([authorityPem]),
  signatureMaxAgeSeconds: 300,
  requestLog: false,
});
await app.events.start();
const { port, stop } = await listenOn(app);
const base = `http://127.0.0.1:${port}`;

const psu = {
  psuId: randomUUID(),
  sessionId: 'files',
  ipAddress: '192.0.2.7',
  redirectUri: `${publicUrl}/back`,
  context: 'PRIVATE',
};
const headers = {
  ...singleScaHeaders({ psuId: psu.psuId, returnTo: psu.redirectUri }),
  'tpp-session-id': psu.sessionId,
};
const payment = () => ({ ...instantDomestic.example, remittanceInformationUnstructured: randomUUID() });
const query = `mutation ($input: CreateInstantPaymentInput!) {
  createInstantPayment(input: $input) { payment { paymentId transactionStatus } tppMessages { code text } } }`;

async function post(path: string, content: object, headers: Record<string, string> = {}): Promise<string> {
  const request = { method: 'POST', url: `${base}${path}`, headers, body: JSON.stringify(content) };
  return (await send(request, identity)).text;
}

const createByRest = () => post(instantPath, payment(), headers);
const createByGraphql = () => post('/graphql', { query, variables: { input: { ...payment(), psu } } });

async function approve(creation: string): Promise<string> {
  const psu = new Visitor(
    { fetch: (path, init) => fetch(`${base}${path}`, { ...init, redirect: 'manual' }) },
    JSON.parse(creation)._links.scaRedirect.href,
  );
  const { code } = await psu.logIn(privateCustomer);
  return (await psu.approve(code)).location ?? '';
}

/** `outcome` is a part of the result. */
type Passage = readonly [
  before: () => Promise<string>,
  act: (before: string) => Promise<string>,
  outcome: string,
];

const passages: Readonly<Record<string, Passage>> = {
  'a creation by REST': [async () => '', createByRest, '"RCVD"'],
  'a creation by GraphQL': [async () => '', createByGraphql, '"RCVD"'],
  'an approval': [createByRest, approve, 'psu-id='],
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** One of the packages sends the request. */
const ofService = /^(?!.*\/packages\/).*\/src\/(.*\.ts)$/;

async function filesOf([before, act, outcome]: Passage): Promise<readonly string[]> {
  for (let count = 0; count < warmUp; count += 1) await act(await before());
  const prepared = await before();
  await session.post('Profiler.takePreciseCoverage');
  const result = await act(prepared);
  if (!result.includes(outcome)) throw new Error(result);
  const coverage = await session.post('Profiler.takePreciseCoverage');
  const ran = coverage.result.filter(({ functions }) =>
    functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
  );
  return ran.flatMap(({ url }) => ofService.exec(url)?.[1] ?? []).sort();
}

for (const [name, passage] of Object.entries(passages)) {
  const files = await filesOf(passage);
  console.log(`${name}: ${files.length} files`);
  if (process.argv.includes('--list')) console.log(files.map((file) => `  ${file}`).join('\n'));
}
session.disconnect();
await stop(1_000);
await app.events.stop();
await database.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
