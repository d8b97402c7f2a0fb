import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { explainRequest } from '../../packages/toolkit/src/explain/explain.ts';
import { signingStringOf, signRequest } from '../../packages/toolkit/src/sign.ts';
import { nightly } from '../support/nightly.ts';

interface Vector {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly digest: string | null;
  readonly signingString: string;
  readonly signature: string;
}

const folder = fileURLToPath(new URL('../../examples/signing/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'psd2-bank-signing-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const { vectors, keyId } = JSON.parse(read('vectors.json')) as { vectors: readonly Vector[]; keyId: string };
const identity = { certificatePem: read('tpp.pem'), privateKeyPem: read('tpp.key') };
const documentation = readFileSync(new URL('../../docs/signing.md', import.meta.url), 'utf8');

/** Faults of the request for a bank that trusts the CA of the examples. */
function faultsOf({ method, target, body }: Vector, headers: Headers) {
  const options = { trustAnchors: [read('ca.pem')], now: Date.parse('2026-06-15T12:00:00Z') };
  const bytes = body === null ? null : Buffer.from(body);
  return explainRequest({ method, target, headers, body: bytes }, options).faults;
}

const signatureIn = (headers: Headers) => / ?signature="([^"]+)"/.exec(headers.get('signature') ?? '')?.[1];

interface Language {
  readonly probe: readonly string[];
  /** Compiled signers run only at night. */
  readonly isCompiled?: true;
  /** Builds the signer; returns the command to run it. */
  readonly prepare: () => readonly string[];
}

const languages: Readonly<Record<string, Language>> = {
  Python: {
    probe: ['python3', '-c', 'import cryptography'],
    prepare: () => ['python3', join(folder, 'sign_request.py')],
  },
  Java: {
    probe: ['javac', '-version'],
    isCompiled: true,
    prepare: () => {
      run(['javac', '-d', scratch, join(folder, 'SignRequest.java')]);
      return ['java', '-cp', scratch, 'SignRequest'];
    },
  },
  'C#': {
    probe: ['dotnet', '--list-sdks'],
    isCompiled: true,
    prepare: () => {
      const project = join(scratch, 'csharp');
      mkdirSync(project);
      for (const name of ['SignRequest.cs', 'SignRequest.csproj'])
        copyFileSync(join(folder, name), join(project, name));
      // It needs no package, so an empty folder is enough as a source; no build server may remain.
      const alone = ['--source', project, '-nodeReuse:false', '-p:UseSharedCompilation=false'];
      run(['dotnet', 'build', project, '-o', join(project, 'out'), '--nologo', '-v', 'q', ...alone]);
      return ['dotnet', join(project, 'out', 'SignRequest.dll')];
    },
  },
  Go: {
    probe: ['go', 'version'],
    isCompiled: true,
    prepare: () => {
      run(['go', 'build', '-o', join(scratch, 'sign_request'), join(folder, 'sign_request.go')]);
      return [join(scratch, 'sign_request')];
    },
  },
};

function run([command = '', ...args]: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function isHere(probe: readonly string[]): boolean {
  try {
    run(probe);
    return true;
  } catch {
    return false;
  }
}

describe('the vectors', () => {
  it.each(vectors)('$name: the toolkit signs it, the bank accepts it, and the page shows it', (vector) => {
    const { method, target, headers, body, signingString, signature } = vector;
    const request = { method, url: `http://localhost:4000${target}`, headers, body };
    const signed = signRequest(request, identity);
    const covered = signingString.split('\n').map((line) => line.slice(0, line.indexOf(':')));
    expect(signingStringOf(request, signed, covered)).toBe(signingString);
    expect(signatureIn(signed)).toBe(signature);
    expect(signed.get('signature')).toContain(`keyId="${keyId}"`);
    expect(faultsOf(vector, signed)).toEqual([]);
    expect(documentation).toContain(signature);
    expect(documentation.replace(/^ {3}/gm, '')).toContain(`\n${signingString}\n`);
    if (body !== null) expect(documentation).toContain(`\n${body}\n`);
  });

  it('are signed by the key that the page shows', () => {
    expect(documentation).toContain(identity.privateKeyPem.trim());
  });
});

describe.each(Object.entries(languages))('the signer in %s', (language, { probe, isCompiled, prepare }) => {
  const isDue = nightly || !isCompiled;
  const here = isDue && isHere(probe);
  const missing = isDue ? `${language} is not on this machine` : 'compiled in the nightly run';
  let command: readonly string[] | undefined;

  // By day only the most difficult vector.
  it.skipIf(!here).each(nightly ? vectors : vectors.slice(-1))(
    `${here ? '' : `(SKIPPED: ${missing}) `}$name`,
    (vector) => {
      command ??= prepare();
      const file = join(scratch, `${vector.name}.json`);
      if (vector.body !== null) writeFileSync(file, vector.body);
      const given = Object.entries(vector.headers).map(([name, value]) => `${name}: ${value}`);
      const files = [join(folder, 'tpp.pem'), join(folder, 'tpp.key'), vector.body === null ? '-' : file];
      const lines = run([...command, ...files, ...given])
        .trim()
        .split(/\r?\n/);
      const headers = new Headers(
        lines.map((line): [string, string] => [
          line.slice(0, line.indexOf(':')),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      );
      expect(signatureIn(headers)).toBe(vector.signature);
      expect(faultsOf(vector, headers)).toEqual([]);
    },
  );

  it.skipIf(!here)('makes its own Date and X-Request-ID', () => {
    command ??= prepare();
    const text = run([...command, join(folder, 'tpp.pem'), join(folder, 'tpp.key'), '-']);
    const date = /^date: (.*)$/m.exec(text)?.[1] ?? '';
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
    expect(date).toMatch(/ GMT$/);
    expect(text).toMatch(/^x-request-id: \S{32,36}$/m);
  });
});
