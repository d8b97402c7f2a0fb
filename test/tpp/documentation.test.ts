/** docs/signing.md promises that its example verifies. */

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalName, parseName, reversedName } from '../../src/security/distinguished-name.ts';
import { explainRequest } from '../../src/tpp/explain.ts';
import { keyIdOf } from '../../src/tpp/sign.ts';

const text = readFileSync(new URL('../../docs/signing.md', import.meta.url), 'utf8');
const block = (opening: string) => new RegExp(`\`\`\`${opening}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';
const [first = '', ...lines] = block('http')
  .trim()
  .split('\n')
  .map((line) => line.trim());
const headers = new Headers(
  lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }),
);
const [method = '', path = ''] = first.split(' ');
const body = block('json').trim();
const certificate = new X509Certificate(
  Buffer.from(headers.get('tpp-signature-certificate') ?? '', 'base64'),
);

describe('the worked example', () => {
  const explained = explainRequest(
    { method, url: `http://localhost${path}`, body },
    headers,
    new Date('2026-06-15T12:00:00Z'),
  );

  it('has a signature that verifies, over the signing string that is shown', () => {
    expect(explained).toContain('verifies with the key of the certificate');
    const shown = /2\. Write the signing string:\s+```\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    expect(explained).toContain(shown.replace(/^ {3}/gm, '  ').trimEnd());
  });

  it('has the digest of the body that is shown, and its length', () => {
    expect(explained).toContain('that of the body');
    expect(text).toContain(`The body, ${body.length} bytes`);
  });

  it('covers what must be covered, under a keyId that fits', () => {
    expect(explained).not.toContain('NOT');
    expect(headers.get('signature')).toContain(`keyId="${keyIdOf(certificate)}"`);
  });

  it('shows spellings of the issuer that are the same', () => {
    const spellings = [...text.matchAll(/^SN=[0-9A-Fa-f:]+,CA=(.*)$/gm)].map(([, issuer = '']) => issuer);
    expect(spellings.length).toBe(3);
    const names = spellings.map((issuer) => parseName(decodeURIComponent(issuer)) ?? []);
    const written = names.map((name) => [canonicalName(name), reversedName(name)].sort().join('\n'));
    expect(new Set(written).size).toBe(1);
  });
});
