import { describe, expect, it } from 'vitest';
import { readSignature } from '../../src/security/signature.ts';

const value = Buffer.alloc(256, 7).toString('base64');
const plain = `keyId="SN=1,CA=CN=Fårup, O=\\"A\\""`;
const header = `${plain},algorithm="rsa-sha256",headers="date x-request-id",signature="${value}"`;
const expected = {
  keyId: 'SN=1,CA=CN=Fårup, O=\\"A\\"',
  headers: ['date', 'x-request-id'],
  signature: Buffer.alloc(256, 7),
};
const b = (charset: string, bytes: Buffer) => `=?${charset}?B?${bytes.toString('base64')}?=`;
const q = (charset: string, bytes: Buffer) =>
  `=?${charset}?Q?${Array.from(bytes, (byte) =>
    byte === 0x20
      ? '_'
      : /[A-Za-z0-9+/,-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).padStart(2, '0')}`,
  ).join('')}?=`;
const utf8 = Buffer.from(header, 'utf8');
const latin1 = Buffer.from(header, 'latin1');
const at = utf8.indexOf(0xc3) + 1;

describe('a Signature header is read', () => {
  it.each([
    ['plain, in bytes of ISO-8859-1', latin1.toString('latin1')],
    ['plain, in bytes of UTF-8', utf8.toString('latin1')],
    ['in UTF-8 by B', b('utf-8', utf8)],
    ['in UTF-8 by B, written large', b('UTF-8', utf8).replace('?B?', '?b?')],
    ['in UTF-8 by Q', q('utf-8', utf8)],
    ['in ISO-8859-1 by B', b('iso-8859-1', latin1)],
    ['in ISO-8859-1 by Q', q('ISO-8859-1', latin1)],
    ['in several encoded words', `${b('utf-8', utf8.subarray(0, 60))} ${b('utf-8', utf8.subarray(60))}`],
    ['in words that cut a character', `${q('utf-8', utf8.subarray(0, at))} ${q('utf-8', utf8.subarray(at))}`],
    [
      'in words of two kinds',
      `${b('utf-8', utf8.subarray(0, 60))}  ${q('iso-8859-1', Buffer.from(utf8.subarray(60)))}`,
    ],
    ['with the scheme in front', `Signature ${latin1.toString('latin1')}`],
    [
      'with spaces around',
      header.replaceAll(',algorithm', ' , algorithm').replaceAll(/([a-z])="/gi, '$1 = "'),
    ],
    [
      'with parameters in another order',
      `signature="${value}",headers="date x-request-id",algorithm="rsa-sha256",${plain}`,
    ],
    ['with the algorithm written large', header.replace('rsa-sha256', 'RSA-SHA256')],
    ['with spaces around the covered names', header.replace('date x-request-id', ' date x-request-id ')],
    ['with covered names written large', header.replace('date x-request-id', 'Date  X-Request-ID')],
    ['with unknown parameters', `created=1402170695,${header},expires=1402170699,version="1.1",x=a.b`],
  ])('%s', (_, text) => {
    expect(readSignature(text)).toEqual({ ...expected, faults: [] });
  });
});

describe('401: a Signature header is refused', () => {
  it.each([
    ['when empty', ''],
    ['without keyId', header.replace('keyId', 'keyid2')],
    ['with an empty keyId', header.replace(/keyId="[^,]*,[^,]*,[^,]*",/, 'keyId="",')],
    ['without algorithm', header.replace('algorithm="rsa-sha256",', '')],
    ['without headers', header.replace('headers="date x-request-id",', '')],
    ['without signature', header.replace(/,signature=.*/, '')],
    ['with an empty signature', header.replace(/signature="[^"]*"/, 'signature=""')],
    ['by rsa-sha512', header.replace('rsa-sha256', 'rsa-sha512')],
    ['by rsa-sha1', header.replace('rsa-sha256', 'rsa-sha1')],
    ['by hmac-sha256', header.replace('rsa-sha256', 'hmac-sha256')],
    ['by hs2019', header.replace('rsa-sha256', 'hs2019')],
    ['by none', header.replace('rsa-sha256', 'none')],
    ['by two algorithms', header.replace('rsa-sha256', 'rsa-sha256 none')],
    ['with keyId twice', `${header},keyId="SN=2"`],
    ['with a parameter twice in another case', `${header},KEYID="SN=2"`],
    ['with signature twice', `${header},signature="${value}"`],
    ['with an unknown parameter twice', `x="1",${header},x="1"`],
    ['with a name covered twice', header.replace('date x-request-id', 'date x-request-id Date')],
    ['with an unquoted value', header.replace('"rsa-sha256"', 'rsa-sha256')],
    ['with Base64 that lacks padding', header.replace('="', '="').replace(/=+"$/, '"')],
    ['with blanks in the Base64', header.replace(value, `${value.slice(0, 8)} ${value.slice(8)}`)],
    ['with text behind a value', header.replace('",algorithm', '"x,algorithm')],
    ['with a quote that never ends', header.slice(0, -1)],
    ['repeated', `${header}, ${header}`],
    ['in a word inside a word', b('utf-8', Buffer.from(b('utf-8', utf8)))],
    ['with a byte order mark', b('utf-8', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]))],
  ])('%s', (_, text) => {
    expect(readSignature(text).faults[0]).toEqual(expect.any(String));
  });

  it.each([
    ['in an unknown charset', b('utf-16', utf8)],
    ['with a wrong charset', b('utf-8', latin1)],
    ['by an unknown encoding', b('utf-8', utf8).replace('?B?', '?X?')],
    ['in Base64 with garbage', b('utf-8', utf8).replace('?B?', '?B?*')],
    [
      'in Base64 without padding',
      b('utf-8', Buffer.from(`${header},x="1"`))
        .replace(/=+\?=$/, '?=')
        .replace('?B?', '?B?A'),
    ],
    ['with a second word that is not UTF-8', `${b('utf-8', utf8)} ${b('utf-8', Buffer.from([0xe5]))}`],
    ['with a word that ends in half a character', `${b('utf-8', utf8.subarray(0, at))}`],
    ['with text behind the word', `${b('utf-8', utf8)} x`],
    ['with text before the second word', `${b('utf-8', utf8)} x ${b('utf-8', utf8)}`],
    ['in a word that does not end', b('utf-8', utf8).slice(0, -2)],
    ['with a broken Q escape', q('utf-8', utf8).replace('=22', '=2x')],
    ['with text before a word', `${b('utf-8', utf8)} x${b('utf-8', utf8)}`],
    ['with a Q escape of one digit', q('utf-8', utf8).replace('=22', '=2_')],
  ])('as encoded words: %s', (_, text) => {
    const fault = 'an encoded header must have the form =?utf-8?B?…?= or =?iso-8859-1?Q?…?=';
    expect(readSignature(text)).toEqual({ keyId: null, headers: null, signature: null, faults: [fault] });
  });

  it.each(['algorithm', 'headers'])('for a value of %s without quotes, by that fault', (name) => {
    const bare = header.replace(new RegExp(`${name}="([^ "]*)[^"]*"`), `${name}=$1`);
    expect(readSignature(bare).faults).toEqual([`the value of ${name} must be in quotes: ${name}="…"`]);
    const absent = header.replace(new RegExp(`${name}="[^"]*",`), '');
    expect(readSignature(absent).faults).toEqual([`the parameter ${name}="…" is missing`]);
  });
});
