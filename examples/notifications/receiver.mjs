/** Receives notifications of a bank: node receiver.mjs [CA.pem] [organizationIdentifier of the bank] [port] */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [caFile = '.data/tpp/ca.pem', bankId = 'PSDNO-FSA-BANK1', port = '3000'] = process.argv.slice(2);
const ca = new X509Certificate(readFileSync(caFile));
const received = new Set();

/** What is wrong with the notification; null: the bank has signed it a moment ago. */
function faultOf(headers, body) {
  const certificate = new X509Certificate(
    Buffer.from(headers['aspsp-signature-certificate'] ?? '', 'base64'),
  );
  if (!certificate.verify(ca.publicKey) || !certificate.checkIssued(ca)) return 'another CA';
  // The CA of a sandbox has issued the certificates of TPPs too.
  if (!certificate.subject.split('\n').includes(`organizationIdentifier=${bankId}`)) return 'another signer';
  if (Date.now() > Date.parse(certificate.validTo)) return 'an expired certificate';
  if (!(Math.abs(Date.now() - Date.parse(headers.date)) < 300_000)) return 'an old date';
  if (headers.digest !== `SHA-256=${createHash('sha256').update(body).digest('base64')}`)
    return 'another body';
  const [, names = '', signature = ''] =
    /headers="([^"]+)",signature="([^"]+)"/.exec(headers.signature ?? '') ?? [];
  if (names !== 'date digest x-request-id') return 'other signed headers';
  const text = names
    .split(' ')
    .map((name) => `${name}: ${headers[name]}`)
    .join('\n');
  const bytes = Buffer.from(signature, 'base64');
  return verify('RSA-SHA256', Buffer.from(text), certificate.publicKey, bytes) ? null : 'another signature';
}

function receive({ headers }, body) {
  const fault = faultOf(headers, body);
  if (fault !== null) throw new Error(fault);
  const { paymentId, transactionStatus, authorisationId, scaStatus } = JSON.parse(body);
  // The bank repeats a notification under the same id when it has not seen the response.
  if (!received.has(headers['x-request-id']))
    console.log(paymentId, transactionStatus ?? `${authorisationId} ${scaStatus}`);
  received.add(headers['x-request-id']);
}

const server = createServer(async (request, response) => {
  try {
    const chunks = await request.toArray();
    receive(request, Buffer.concat(chunks));
    response.writeHead(204).end();
  } catch (error) {
    console.error(`refused: ${error.message}`);
    response.writeHead(401).end();
  }
});
server.listen(Number(port), '127.0.0.1', () =>
  console.log(`http://localhost:${server.address().port}/notifications`),
);
