/** The service under test, as the product runs it, and what a TPP needs to work with it. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withDatabase } from './cluster.mjs';
import { freePort, startServer } from './processes.mjs';
import { creationHeaders, instantPath, instantPayment, signed } from './requests.mjs';

/** Compiles the service, so that what is measured is what the folder holds now. */
export function buildService(folder) {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  if (!existsSync(join(folder, 'dist/main.js')))
    throw new Error(`the build of ${folder} makes no dist/main.js`);
}

/** Settings come from here alone, not from the terminal that the benchmark was started in. */
const environment = (more) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  ...more,
});

/** As the image and `npm start` run it. */
export const built = ['--max-semi-space-size=32', '--heap-growing-percent=50', 'dist/main.js'];

export async function startService({ folder, databaseUrl, dataDir, command, args = built, settings: more }) {
  const port = await freePort();
  const settings = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SANDBOX: 'true',
    ...more,
  };
  return startServer({ command, args, cwd: folder, env: environment(settings), port, path: '/readyz' });
}

/** Key and certificate of a TPP of the sandbox, as its start made them. */
const identityOf = (dataDir, name) => ({
  certificatePem: readFileSync(join(dataDir, `tpp/${name}.pem`), 'utf8'),
  privateKeyPem: readFileSync(join(dataDir, `tpp/${name}.key`), 'utf8'),
});

/**
 * A TPP with its sandbox, and a PSU who has logged in at it. The row stands for the log-in: what a PSU does on the bank's pages
 * is no part of the work that is measured here.
 */
export async function enterSandbox({ service, databaseUrl, dataDir, name = 'demo', tppId }) {
  const identity = identityOf(dataDir, name);
  const psu = { 'psu-id': randomUUID(), 'tpp-session-id': randomUUID() };
  await meet(service, identity, psu);
  await withDatabase(
    databaseUrl,
    (sql) => sql`
      insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
      select tpp_id, ${psu['psu-id']}, ${psu['tpp-session-id']}, customer_id, customer_number, customer_type, now()
      from sandbox_customers where tpp_id = ${tppId} and customer_number = '13039319955'`,
  );
  return { tppId, identity, psu };
}

/** Another TPP, certified by the sandbox's CA as the command line of the service does it. */
export async function certify(serviceFolder, dataDir, name) {
  const { ensureAuthority, ensureTpp } = await import(
    pathToFileURL(join(serviceFolder, 'dist/tpp/files.js')).href
  );
  const folder = join(dataDir, 'tpp');
  const tppId = `PSDNO-FSA-${name.toUpperCase()}`;
  const tpp = {
    organizationIdentifier: tppId,
    organizationName: name,
    roles: ['PSP_PI', 'PSP_AI', 'PSP_IC'],
  };
  await ensureTpp(folder, await ensureAuthority(folder, new Date()), name, tpp, new Date());
  return tppId;
}

/** The first request of a TPP fills its sandbox; without a session of the PSU it is answered with a challenge. */
export async function meet({ port }, identity, psu) {
  const body = JSON.stringify(instantPayment(0));
  const request = signed(
    { method: 'POST', path: instantPath, headers: creationHeaders(psu), body },
    identity,
  );
  const response = await fetch(`http://127.0.0.1:${port}${instantPath}`, {
    method: 'POST',
    body,
    headers: request.headers,
  });
  if (response.status !== 401)
    throw new Error(`the first request got ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** A token of the console, by the mutation that makes one. */
export async function consoleToken({ port }, identity) {
  const body = JSON.stringify({ query: 'mutation { createConsoleToken(input: {}) { token } }' });
  const { headers } = signed({ method: 'POST', path: '/graphql', body }, identity);
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', body, headers });
  const answer = await response.json();
  const token = answer.data?.createConsoleToken?.token;
  if (token === undefined) throw new Error(`no console token: ${JSON.stringify(answer)}`);
  return token;
}
