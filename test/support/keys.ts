/**
 * RSA keys that the whole run shares: making one takes longer than most tests. Neighbours get different ones, so that a
 * test detects the key of another party.
 */
import { generateKeyPair, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { pathsOf, tppFolder } from '../../packages/toolkit/src/files.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    keys: readonly string[];
  }
}

const keysPerRun = 5;
const size = { modulusLength: 2_048 };

export function makeKeys(): Promise<readonly string[]> {
  const generate = promisify(generateKeyPair);
  return Promise.all(
    Array.from({ length: keysPerRun }, async () => {
      return pemOf((await generate('rsa', size)).privateKey);
    }),
  );
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

let given = 0;

/** A shared key; outside of a test run, as in a bench or a script, a new one. */
export function sharedKey(): string {
  if (process.env.VITEST === undefined) return pemOf(generateKeyPairSync('rsa', size).privateKey);
  const keys = inject('keys');
  given += 1;
  return keys[given % keys.length] as string;
}

export const otherKey = (than: string): string => inject('keys').find((key) => key !== than) as string;

/** Keys for a sandbox in this folder, and for TPPs of these names: making them would take most of its start. */
export function laySandboxKeys(dataDir: string, ...tpps: readonly string[]): string {
  const folder = tppFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  for (const name of ['ca', 'demo', ...tpps])
    writeFileSync(pathsOf(folder, name).keyPath, sharedKey(), { mode: 0o600 });
  const bank = join(dataDir, 'bank');
  mkdirSync(bank, { recursive: true });
  writeFileSync(pathsOf(bank, 'seal').keyPath, sharedKey(), { mode: 0o600 });
  return dataDir;
}
