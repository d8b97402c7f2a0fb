// Signs each request, as docs/signing.md describes. Postman has no RSA, so the signature is computed with BigInt: use
// keys of tests only, because the time that it takes depends on the key.
const cryptoJs = require('crypto-js');

function element(bytes, start = 0) {
  let at = start + 2;
  let length = bytes[start + 1];
  if (length > 127) {
    const end = at + (length & 127);
    for (length = 0; at < end; at += 1) length = length * 256 + bytes[at];
  }
  const content = bytes.slice(at, at + length);
  return { tag: bytes[start], content, end: at + length, parts: () => elements(content) };
}

function elements(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at = parts[parts.length - 1].end) parts.push(element(bytes, at));
  return parts;
}

const hex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
const integer = ({ content }) => BigInt(`0x${hex(content)}`);
const utf8 = (bytes) => decodeURIComponent(hex(bytes).replace(/../g, '%$&'));

function base64Of(variable, kind) {
  const pem = pm.variables.get(variable) || '';
  const [, base64] = pem.split(`-----BEGIN ${kind}-----`);
  if (base64 === undefined) throw new Error(`Set the variable ${variable} to a PEM text with BEGIN ${kind}.`);
  return base64.split('-----END')[0].replace(/\s/g, '');
}
const decode = (base64) => Array.from(atob(base64), (character) => character.charCodeAt(0));

/** 2.5.4.3 is the common name, for example; the bank accepts the numbers. */
function identifier([first, ...rest]) {
  const numbers = [Math.floor(first / 40), first % 40, 0];
  for (const byte of rest) {
    numbers.push(numbers.pop() * 128 + (byte & 127));
    if (byte < 128) numbers.push(0);
  }
  return numbers.slice(0, -1).join('.');
}

function keyIdOf(certificate) {
  const fields = element(certificate).parts()[0].parts();
  // Version 3 of certificates begins with the version.
  const [serial, , issuer] = fields[0].tag === 0xa0 ? fields.slice(1) : fields;
  const attributes = issuer.parts().flatMap((set) => set.parts().map((attribute) => attribute.parts()));
  const name = attributes.map(
    ([type, value]) => `${identifier(type.content)}=${utf8(value.content).replace(/[,+"\\<>;=]/g, '\\$&')}`,
  );
  return `SN=${hex(serial.content)},CA=${name.join(',')}`;
}

function power(base, exponent, modulus) {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** RSA PKCS #1 v1.5 with SHA-256; the key is PKCS #8. */
function signatureOf(text, key) {
  const [, , wrapped] = element(key).parts();
  const [, modulus, , , p, q, dp, dq, inverse] = element(wrapped.content).parts().map(integer);
  const digits = modulus.toString(16).length;
  const hash = `003031300d060960864801650304020105000420${cryptoJs.SHA256(text).toString()}`;
  const message = BigInt(`0x1${hash.padStart(digits - 4, 'f')}`);
  const [first, second] = [power(message, dp, p), power(message, dq, q)];
  const signature = second + (((((first - second) * inverse) % p) + p) % p) * q;
  const bytes = signature.toString(16).padStart(digits, '0').match(/../g);
  return btoa(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''));
}

const set = (key, value) => pm.request.headers.upsert({ key, value });
const certificate = base64Of('certificate', 'CERTIFICATE');
const body = pm.request.body?.raw ? pm.variables.replaceIn(pm.request.body.raw) : '';
set('Date', new Date().toUTCString());
set('X-Request-ID', pm.variables.replaceIn('{{$guid}}'));
set('TPP-Signature-Certificate', certificate);
if (body !== '') {
  // Values such as {{$guid}} change with each replacement, so the body is sent as it was signed.
  pm.request.body.update({ mode: 'raw', raw: body });
  set('Digest', `SHA-256=${cryptoJs.SHA256(body).toString(cryptoJs.enc.Base64)}`);
}
const names = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'].filter(
  (name) => pm.request.headers.has(name),
);
const value = (name) => pm.variables.replaceIn(pm.request.headers.get(name));
const text = names.map((name) => `${name}: ${value(name)}`).join('\n');
const signature = signatureOf(text, decode(base64Of('privateKey', 'PRIVATE KEY')));
const keyId = keyIdOf(decode(certificate));
set(
  'Signature',
  `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
);
