import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalName, parseName, reversedName } from '../../../src/security/distinguished-name.ts';
import { explainRequest } from '../src/explain/explain.ts';
import { pathsOf } from '../src/files.ts';

const text = readFileSync(new URL('../../../docs/signing.md', import.meta.url), 'utf8');
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
describe('the worked example', () => {
  const request = { method, target: path, headers, body: Buffer.from(body) };
  // No service trusts this CA.
  const options = { trustAnchors: [], now: Date.parse('2026-06-15T12:00:00Z') };
  const { signingString, faults } = explainRequest(request, options);

  it('has a valid signature over the signing string on the page', () => {
    expect(faults.filter(({ code }) => code === 'SIGNATURE_INVALID')).toEqual([]);
    const shown = /2\. Write the signing string:\s+```\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    expect(signingString).toBe(shown.replace(/^ {3}/gm, '').trimEnd());
  });

  it('has the length of the body on the page', () => {
    expect(text).toContain(`The body, ${body.length} bytes`);
  });

  it('shows equal spellings of the issuer', () => {
    const spellings = [...text.matchAll(/^SN=[0-9A-Fa-f:]+,CA=(.*)$/gm)].map(([, issuer = '']) => issuer);
    expect(spellings.length).toBe(3);
    const names = spellings.map((issuer) => parseName(decodeURIComponent(issuer)) ?? []);
    const written = names.map((name) => [canonicalName(name), reversedName(name)].sort().join('\n'));
    expect(new Set(written).size).toBe(1);
  });
});

describe('the example of the README', () => {
  it('names the files of the demo TPP', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const file of Object.values(pathsOf('.data/tpp', 'demo'))) expect(readme).toContain(`'${file}'`);
  });
});
