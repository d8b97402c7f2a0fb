// Signs each request, as docs/signing.md describes. It needs the developer mode of Bruno, which has node:crypto.
const { createHash, createPrivateKey, randomUUID, sign, X509Certificate } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');

const pem = (variable) => readFileSync(resolve(bru.cwd(), bru.getEnvVar(variable)), 'utf8');
const certificate = new X509Certificate(pem('certificateFile'));
const issuer = certificate.issuer.split('\n').join(',');
const content = req.getBody();
req.setHeader('Date', new Date().toUTCString());
req.setHeader('X-Request-ID', randomUUID());
req.setHeader('TPP-Signature-Certificate', certificate.raw.toString('base64'));
if (content) {
  const body = bru.interpolate(typeof content === 'string' ? content : JSON.stringify(content));
  req.setBody(body);
  req.setHeader('Digest', `SHA-256=${createHash('sha256').update(body).digest('base64')}`);
}
const headers = Object.entries(req.getHeaders()).map(([name, value]) => [name.toLowerCase(), value]);
const values = new Map(headers);
const names = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'].filter(
  (name) => values.has(name),
);
const text = names.map((name) => `${name}: ${bru.interpolate(values.get(name))}`).join('\n');
const signature = sign('RSA-SHA256', Buffer.from(text), createPrivateKey(pem('keyFile'))).toString('base64');
req.setHeader(
  'Signature',
  `keyId="SN=${certificate.serialNumber},CA=${issuer}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
);
