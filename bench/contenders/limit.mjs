/**
 * The least that does the work at all: bare node:http, digest and signature checked with a public key that is at hand, one
 * prepared statement. No rules, no duplicates, no history, no X-Request-ID: what remains beside it is what the service does
 * more. Run with DATABASE_URL, PORT and CERTIFICATE (a PEM file).
 */
import { createHash, randomUUID, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import postgres from 'postgres';

const sql = postgres(process.env.DATABASE_URL, {
  max: Number(process.env.POOL_SIZE ?? 20),
  idle_timeout: 5,
  onnotice: () => undefined,
});
const certificate = new X509Certificate(readFileSync(process.env.CERTIFICATE));
const keys = new Map([[certificate.raw.toString('base64'), certificate.publicKey]]);
const tppId = 'PSDNO-FSA-DEMOTPP1';
const form = /headers="([^"]*)",signature="([^"]*)"/;

function verified({ headers }, body) {
  if (body.length > 0) {
    const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
    if (headers.digest !== digest) return false;
  }
  const key = keys.get(headers['tpp-signature-certificate']);
  const [, names, signature] = form.exec(headers.signature ?? '') ?? [];
  if (key === undefined || names === undefined) return false;
  const text = names
    .split(' ')
    .map((name) => `${name}: ${headers[name]}`)
    .join('\n');
  return verify('RSA-SHA256', Buffer.from(text, 'latin1'), key, Buffer.from(signature, 'base64'));
}

async function create(payment) {
  const id = randomUUID();
  const now = new Date();
  await sql`
    insert into payments (payment_id, tpp_id, product, status, redirect_preferred, amount, currency, debtor_account, debtor_key,
      creditor_name, instruction, fingerprint, created_at, updated_at)
    values (${id}, ${tppId}, 'INDCTS', 'RCVD', true, ${payment.instructedAmount.amount}, ${payment.instructedAmount.currency},
      ${payment.debtorAccount}, ${`bban:${payment.debtorAccount.bban}`}, ${payment.creditorName}, ${payment}, ${id}, ${now}, ${now})`;
  return id;
}

async function statusOf(id) {
  const [row] = await sql`select status from payments where payment_id = ${id} and tpp_id = ${tppId}`;
  return row?.status;
}

function answer(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function serve(request, response, body) {
  const { method, url } = request;
  if (url === '/readyz') return answer(response, 200, { ready: true });
  // As GraphQL does it: a body with the payment in `variables.input`, unsigned.
  if (url === '/unsigned')
    return answer(response, 201, { paymentId: await create(JSON.parse(body).variables.input) });
  if (!verified(request, body)) return answer(response, 401, { code: 'SIGNATURE_INVALID' });
  if (method === 'POST') return answer(response, 201, { paymentId: await create(JSON.parse(body)) });
  const status = await statusOf(url.split('/')[4]);
  if (status === undefined) return answer(response, 404, { code: 'RESOURCE_UNKNOWN' });
  return answer(response, 200, { transactionStatus: status });
}

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    serve(request, response, Buffer.concat(parts)).catch((error) =>
      answer(response, 500, { error: error.message }),
    );
  });
});
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
