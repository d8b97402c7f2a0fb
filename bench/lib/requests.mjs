/** What is sent: bodies, signatures, and whole requests as bytes, made before the clock runs. */
import { createHash, createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto';

export const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

/** BBANs with a valid check digit (MOD11), none of them a number of the sandbox's own accounts. */
const creditors = Array.from({ length: 400 }, (_, index) => bban(1_234_000_000 + index * 37)).filter(Boolean);

function bban(number) {
  const digits = String(number);
  const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
  const rest = 11 - (weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11);
  return rest === 10 ? null : `${digits}${rest === 11 ? 0 : rest}`;
}

/** The body of an instant payment; another number, another payment. */
export function instantPayment(number) {
  return {
    instructedAmount: { amount: `${1 + (number % 900)}.${String(10 + (number % 89))}`, currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: creditors[number % creditors.length], currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    remittanceInformationUnstructured: `Invoice ${number}`,
  };
}

/** What a creation carries besides its signature, for a PSU with a session. */
export const creationHeaders = (psu) => ({
  'x-accept-fix': 'amount-as-string',
  'tpp-redirect-uri': 'http://localhost:8080/return?state=bench',
  'psu-ip-address': '127.0.0.1',
  ...psu,
});

const keys = new Map();

function keyOf({ certificatePem, privateKeyPem }) {
  const found = keys.get(privateKeyPem);
  if (found) return found;
  const certificate = new X509Certificate(certificatePem);
  const made = {
    key: createPrivateKey(privateKeyPem),
    keyId: `SN=${certificate.serialNumber.replace(/^0+(?=.)/, '')},CA=${certificate.issuer.split('\n').join(',')}`,
    header: certificate.raw.toString('base64'),
  };
  keys.set(privateKeyPem, made);
  return made;
}

const covered = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];

/** The request with the headers of its signature. */
export function signed({ method, path, headers = {}, body = null }, identity) {
  const { key, keyId, header } = keyOf(identity);
  const all = { ...headers, date: new Date().toUTCString(), 'x-request-id': randomUUID() };
  if (body !== null) {
    all['content-type'] = 'application/json';
    all.digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  }
  const names = covered.filter((name) => name in all);
  const text = names.map((name) => `${name}: ${all[name]}`).join('\n');
  const signature = sign('RSA-SHA256', Buffer.from(text), key).toString('base64');
  all['tpp-signature-certificate'] = header;
  all.signature = `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`;
  return { method, path, headers: all, body };
}

/** A request as it stands on the wire. */
export function bytesOf({ method, path, headers, body }) {
  const length = body === null ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...lines, ...length].join('\r\n');
  return Buffer.from(`${head}\r\n\r\n${body ?? ''}`);
}

let made = 0;

/** Kinds of requests: each makes one, never the same twice. */
export const kinds = {
  signedCreation({ identity, psu }) {
    made += 1;
    const body = JSON.stringify(instantPayment(made));
    return signed({ method: 'POST', path: instantPath, headers: creationHeaders(psu), body }, identity);
  },
  signedStatus({ identity, paymentIds }) {
    made += 1;
    const path = `${instantPath}/${paymentIds[made % paymentIds.length]}/status`;
    return signed({ method: 'GET', path }, identity);
  },
  /** The same document each time; where it creates, with another payment as the service takes it or as the table has it. */
  graphql({ path = '/graphql', headers, query, creates = null, requestIds = false }) {
    made += 1;
    const variables = creates === null ? {} : { input: inputs[creates](made) };
    const body = JSON.stringify({ query, variables });
    const all = { 'content-type': 'application/json', accept: 'application/json', ...headers };
    if (requestIds) all['x-request-id'] = randomUUID();
    return { method: 'POST', path, headers: all, body };
  },
};

const inputs = {
  input: instantPayment,
  row(number) {
    const instruction = instantPayment(number);
    const { instructedAmount, debtorAccount, creditorName } = instruction;
    const at = new Date().toISOString();
    const paymentId = randomUUID();
    const payment = {
      paymentId,
      tppId: 'PSDNO-FSA-DEMOTPP1',
      product: 'INDCTS',
      status: 'RCVD',
      redirectPreferred: true,
      ...instructedAmount,
      debtorAccount: JSON.stringify(debtorAccount),
      debtorKey: `bban:${debtorAccount.bban}`,
      creditorName,
      instruction: JSON.stringify(instruction),
      fingerprint: paymentId,
      createdAt: at,
      updatedAt: at,
    };
    return { payment };
  },
};
