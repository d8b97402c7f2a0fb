/** `import { … } from 'psd2-bank/tpp'`: a small consumer compiles and runs, and what it is promised is there. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
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

/** A project of somebody else, who has installed this one. */
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

/** The sources of the consumer, compiled together: a program costs seconds, whatever is in it. */
async function compiled(): Promise<(name: string) => readonly string[]> {
  const library = await import('../../src/tpp/index.ts');
  const sources = {
    'consumer.ts': consumer,
    'wrong.ts': consumer.replace("roles: ['PSP_PI']", "roles: ['PSP_XX']"),
    'names.ts': `import * as library from 'psd2-bank/tpp';\nlibrary.${Object.keys(library).join(';\nlibrary.')};`,
  };
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(project, name), text);
  const program = ts.createProgram(
    Object.keys(sources).map((name) => join(project, name)),
    {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      typeRoots: [join(project, 'node_modules/@types')],
      skipLibCheck: false,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
    },
  );
  return (name) =>
    program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.endsWith(name))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
      .map((one) => ts.flattenDiagnosticMessageText(one.messageText, ' '));
}

describe('a consumer', () => {
  it('compiles in a strict project of its own, and is told of what is wrong', async () => {
    const faultsOf = await compiled();
    expect(faultsOf('consumer.ts')).toEqual([]);
    expect(faultsOf('wrong.ts').join()).toContain('PSP_XX');
    // Every value of the library has its type, and the types hold by themselves.
    expect(faultsOf('names.ts')).toEqual([]);
    for (const file of readdirSync(join(root, 'types/tpp'), { recursive: true }))
      expect([file, faultsOf(`types/tpp/${String(file)}`)]).toEqual([file, []]);
  }, 60_000);

  it('runs in plain JavaScript', async () => {
    await run(process.execPath, ['scripts/build-service.mjs'], { cwd: root });
    const { outputText } = ts.transpileModule(consumer, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(join(project, 'consumer.js'), outputText);
    const { stdout } = await run(process.execPath, ['consumer.js'], { cwd: project });
    expect(stdout).toBe('true 0\n');
  });
});
