/**
 * The lower limit: node:http, a check of digest and signature with a fixed public key, and one prepared statement. No
 * rules, duplicates, history or X-Request-ID. Run with DATABASE_URL, PORT and CERTIFICATE (a PEM file).
 */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { insertPayment, statusOf } from './tables.mjs';

const certificate = new X509Certificate(readFileSync(process.env.CERTIFICATE));
const keys = new Map([[certificate.raw.toString('base64'), certificate.publicKey]]);
const form = /headers="([^"]*)",signature="([^"]*)"/;

function verified({ headers }, body) {
  if (body.length > 0) {
    const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
    if (headers.digest !== digest) return false;
  }
  const key = keys.get(headers['tpp-signature-certificate']);
  const [, names, signature] = form.exec(headers.signature ?? '') ?? [];
  if (key === undefined || names === undefined) return false;
  const lines = names.split(' ').map((name) => `${name}: ${headers[name]}`);
  return verify('RSA-SHA256', Buffer.from(lines.join('\n'), 'latin1'), key, Buffer.from(signature, 'base64'));
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
  // An unsigned creation, as GraphQL servers get it.
  if (url === '/graphql')
    return answer(response, 200, { paymentId: await insertPayment(JSON.parse(body).variables.input) });
  if (!verified(request, body)) return answer(response, 401, { code: 'SIGNATURE_INVALID' });
  if (method === 'POST') return answer(response, 201, { paymentId: await insertPayment(JSON.parse(body)) });
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
