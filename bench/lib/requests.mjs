/** What is sent: bodies, signatures, and whole requests as bytes, made before the clock runs. */
import { createHash, createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto';

export const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
export const bulkPath = '/v1/bulk-payments/norwegian-domestic-credit-transfers';

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

/** The body of a bulk payment; another number, another payment. */
export function bulkPayment(number, entries) {
  return {
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    payments: Array.from({ length: entries }, (_, index) => ({
      endToEndIdentification: `E${index}`,
      instructedAmount: { amount: `${1 + (index % 900)}.00`, currency: 'NOK' },
      creditorName: 'Kari Nordmann',
      creditorAccount: { bban: creditors[index % creditors.length], currency: 'NOK' },
      creditorAddress: { country: 'NO' },
      remittanceInformationUnstructured: `Salary ${number}`,
    })),
  };
}

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

const oneOf = (values, number) => values[number % values.length];

/** Each for one use: the tables hold so many and no more. */
function ownOf(values, number) {
  if (number >= values.length) throw new Error(`there are only ${values.length} payments to act upon`);
  return values[number];
}

/** Kinds of requests: each call makes another request. `number` counts the calls of a set. */
export const kinds = {
  signedCreation({ identity, psu }) {
    made += 1;
    const body = JSON.stringify(instantPayment(made));
    return signed({ method: 'POST', path: instantPath, headers: creationHeaders(psu), body }, identity);
  },
  /** A read of a payment, or of something below it. */
  signedRead({ identity, paymentIds, below = '' }, number) {
    return signed({ method: 'GET', path: `${instantPath}/${oneOf(paymentIds, number)}${below}` }, identity);
  },
  signedCancellation({ identity, paymentIds }, number) {
    return signed({ method: 'DELETE', path: `${instantPath}/${ownOf(paymentIds, number)}` }, identity);
  },
  signedBasket({ identity, psu, paymentIds }, number) {
    const members = [ownOf(paymentIds, 2 * number), ownOf(paymentIds, 2 * number + 1)];
    const body = JSON.stringify({ paymentIds: members });
    return signed(
      { method: 'POST', path: '/v1/signing-baskets', headers: creationHeaders(psu), body },
      identity,
    );
  },
  signedAuthorisation({ identity, psu, paymentIds }, number) {
    const path = `${instantPath}/${ownOf(paymentIds, number)}/authorisations`;
    return signed({ method: 'POST', path, headers: creationHeaders(psu) }, identity);
  },
  /** A bulk payment of so many entries. */
  signedBulk({ identity, psu, entries }) {
    made += 1;
    const body = JSON.stringify(bulkPayment(made, entries));
    return signed({ method: 'POST', path: bulkPath, headers: creationHeaders(psu), body }, identity);
  },
  /** A body of so many bytes in which no field is known. */
  signedFaults({ identity, psu, bytes }) {
    made += 1;
    const fields = Array.from(
      { length: Math.floor(bytes / 13) },
      (_, index) => `"x${String(index).padStart(7, '0')}":1`,
    );
    const body = `{"n":${made},${fields.join(',')}}`;
    return signed({ method: 'POST', path: instantPath, headers: creationHeaders(psu), body }, identity);
  },
  /**
   * The same document each time; where it creates, with another payment as the service takes it or as the table has it, and
   * where it reads a list, with one page after the other.
   */
  graphql({ path = '/graphql', headers, query, creates = null, pages = null, requestIds = false }, number) {
    made += 1;
    const variables = creates === null ? {} : { input: inputs[creates](made) };
    if (pages !== null) variables.after = oneOf(pages, number);
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
      ...instructedAmount,
      debtorAccount,
      creditorName,
      instruction,
      createdAt: at,
    };
    return { payment };
  },
};
