import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocks } from '../../../test/documents/markdown.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const consumer = `
import { createAuthority, explainRequest, issueCertificate, signRequest, type Explanation, type Identity } from 'psd2-bank/tpp';

const dates = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) };
const authority = createAuthority({ commonName: 'My CA', ...dates });
const identity: Identity = issueCertificate({
  authority,
  organizationIdentifier: 'PSDNO-FSA-MINE',
  organizationName: 'Mine AS',
  commonName: 'seal',
  roles: ['PSP_PI'],
  ...dates,
});
const headers: Headers = signRequest({ method: 'GET', url: 'http://localhost:4000/v1/sandbox/customers' }, identity);
const explanation: Explanation = explainRequest(
  { method: 'GET', target: '/v1/sandbox/customers', headers, body: null },
  { trustAnchors: [authority.certificatePem] },
);
console.log(explanation.valid, explanation.faults.length);
`;

/** The blocks of these pages, each a module of its own. */
const documented = Object.fromEntries(
  ['docs/testing.md', 'docs/signing.md', 'docs/notifications.md', 'packages/toolkit/README.md'].flatMap(
    (page) => blocks(page, 'ts').map((text, index) => [`${page.replaceAll('/', '-')}.${index}.ts`, text]),
  ),
);

/** A project of a consumer who has installed this package. */
let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'psd2-bank-consumer-'));
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  symlinkSync(root, join(project, 'node_modules/psd2-bank'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  symlinkSync(join(root, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, 'consumer.ts'), consumer);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The compiler's faults in the consumer's sources, a line each; all are compiled together. */
async function faultsOf(sources: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(project, name), text);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    skipLibCheck: false,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  };
  const settings = { compilerOptions, files: Object.keys(sources) };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const args = [compiler, '-p', project, '--pretty', 'false'];
  const said = await run(process.execPath, args).catch((error: { stdout: string }) => error);
  return said.stdout.split('\n').filter((line) => /\berror TS/.test(line));
}

describe('a consumer', () => {
  it('compiles in its own strict project, as the blocks of the documents do, and gets type errors for mistakes', async () => {
    expect(Object.keys(documented)).toHaveLength(6);
    await run(process.execPath, ['scripts/build-types.mjs'], { cwd: root });
    const library = await import('../src/index.ts');
    const faults = await faultsOf({
      ...documented,
      'consumer.ts': consumer,
      'wrong.ts': consumer.replace("roles: ['PSP_PI']", "roles: ['PSP_XX']"),
      // Every value of the library has its type, and the types compile alone.
      'names.ts': `import * as library from 'psd2-bank/tpp';\nlibrary.${Object.keys(library).join(';\nlibrary.')};`,
    });
    expect(faults).toEqual([expect.stringMatching(/wrong\.ts\(.*PSP_XX/)]);
  }, 60_000);

  it('runs in plain JavaScript', async () => {
    await run(process.execPath, ['scripts/build-service.mjs'], { cwd: root });
    const { code } = await transform(consumer, { loader: 'ts' });
    writeFileSync(join(project, 'consumer.js'), code);
    const { stdout } = await run(process.execPath, ['consumer.js'], { cwd: project });
    expect(stdout).toBe('true 0\n');
  });
});
