/** The service under test, as the product runs it, and its TPP. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withDatabase } from './cluster.mjs';
import { demoTppId } from './fill.mjs';
import { startServer } from './processes.mjs';
import { creationHeaders, instantPath, instantPayment } from './requests.mjs';

/** Builds first, to measure the current source. */
export function buildService(folder) {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}

export const toolkitOf = (folder) => import(pathToFileURL(join(folder, 'dist/tpp/index.js')).href);

/** Same options as the image and `npm start`. */
const built = ['--max-semi-space-size=32', '--heap-growing-percent=50', 'dist/main.js'];

export const startService = ({ folder, databaseUrl, dataDir, settings }) =>
  startServer({
    args: built,
    cwd: folder,
    env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SANDBOX: 'true', ...settings },
  });

/** Signs with the toolkit of the service under test. */
async function signerOf(folder) {
  const { signRequest } = await toolkitOf(folder);
  return ({ method, path, headers = {}, body = null }, identity) => {
    const signed = signRequest({ method, url: `http://127.0.0.1${path}`, headers, body }, identity);
    return { method, path, headers: Object.fromEntries(signed), body };
  };
}

/** Throws unless the response has the status. */
async function exchange({ port }, { path, ...request }, status) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path} got ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** The first request of a TPP fills its sandbox. Without a PSU session the response is a challenge. */
export function meet(service, { sign, identity, psu }) {
  const body = JSON.stringify(instantPayment(0));
  const request = { method: 'POST', path: instantPath, headers: creationHeaders(psu), body };
  return exchange(service, sign(request, identity), 401);
}

/** The demo TPP with a logged-in PSU. The inserted row replaces the log-in pages, which are not measured here. */
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

export async function consoleToken(service, { sign, identity }) {
  const body = JSON.stringify({ query: 'mutation { createConsoleToken(input: {}) { token } }' });
  const answer = await exchange(service, sign({ method: 'POST', path: '/graphql', body }, identity), 200);
  return answer.data.createConsoleToken.token;
}
