import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { laySandboxKeys } from '../../../../test/support/keys.ts';
import { ensureSandboxFiles } from '../../src/files.ts';

/** A data folder with the files of a sandbox, and the keys of these TPPs, while the tests of a file run. */
export function sandboxFolder(...tpps: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tpp folder '));
  beforeAll(() => ensureSandboxFiles(laySandboxKeys(folder, ...tpps)));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
