/** The service under test, as the product runs it, and what a TPP needs to work with it. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withDatabase } from './cluster.mjs';
import { demoTppId } from './fill.mjs';
import { startServer } from './processes.mjs';
import { creationHeaders, instantPath, instantPayment } from './requests.mjs';

/** So that what is measured is what the folder holds now. */
export function buildService(folder) {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}

export const toolkitOf = (folder) => import(pathToFileURL(join(folder, 'dist/tpp/index.js')).href);

/** As the image and `npm start` run it. */
const built = ['--max-semi-space-size=32', '--heap-growing-percent=50', 'dist/main.js'];

export const startService = ({ folder, databaseUrl, dataDir, settings }) =>
  startServer({
    args: built,
    cwd: folder,
    env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SANDBOX: 'true', ...settings },
  });

/** Signs by the toolkit of the service under test. */
async function signerOf(folder) {
  const { signRequest } = await toolkitOf(folder);
  return ({ method, path, headers = {}, body = null }, identity) => {
    const signed = signRequest({ method, url: `http://127.0.0.1${path}`, headers, body }, identity);
    return { method, path, headers: Object.fromEntries(signed), body };
  };
}

/** Sends one request, and fails unless the answer has the status. */
async function exchange({ port }, { path, ...request }, status) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path} got ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** The first request of a TPP fills its sandbox; without a session of the PSU it is answered with a challenge. */
export function meet(service, { sign, identity, psu }) {
  const body = JSON.stringify(instantPayment(0));
  const request = { method: 'POST', path: instantPath, headers: creationHeaders(psu), body };
  return exchange(service, sign(request, identity), 401);
}

/**
 * The demo TPP with its sandbox, and a PSU who has logged in at it. The row stands for the log-in: what a PSU does on the bank's pages
 * is no part of the work that is measured here.
 */
export async function enterSandbox({ service, folder, databaseUrl, dataDir }) {
  const [certificatePem, privateKeyPem] = ['pem', 'key'].map((end) =>
    readFileSync(join(dataDir, `tpp/demo.${end}`), 'utf8'),
  );
  const psu = { 'psu-id': randomUUID(), 'tpp-session-id': randomUUID() };
  const tpp = { sign: await signerOf(folder), identity: { certificatePem, privateKeyPem }, psu };
  await meet(service, tpp);
  await withDatabase(
    databaseUrl,
    (sql) => sql`
      insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
      select tpp_id, ${psu['psu-id']}, ${psu['tpp-session-id']}, customer_id, customer_number, customer_type, now()
      from sandbox_customers where tpp_id = ${demoTppId} and customer_number = '13039319955'`,
  );
  return tpp;
}

/** A token of the console, by the mutation that makes one. */
export async function consoleToken(service, { sign, identity }) {
  const body = JSON.stringify({ query: 'mutation { createConsoleToken(input: {}) { token } }' });
  const answer = await exchange(service, sign({ method: 'POST', path: '/graphql', body }, identity), 200);
  return answer.data.createConsoleToken.token;
}
