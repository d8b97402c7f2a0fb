/** The seal of NOTIFICATION_KEY and NOTIFICATION_CERTIFICATE, read at the start and when its files change. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLiveFiles } from '../../src/process/live-files.ts';
import type { Logs } from '../../src/process/log.ts';
import { openSeal } from '../../src/process/open-banks.ts';
import { certificateFor } from '../support/bank.ts';

const folder = mkdtempSync(join(tmpdir(), 'seal '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [keyFile, certificateFile] = [join(folder, 'seal.key'), join(folder, 'seal.pem')];
const [first, second] = [certificateFor('PSDNO-FSA-BANK'), certificateFor('PSDNO-FSA-BANK')];

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

it('is replaced once both files fit together, and a wrong one stops the start', () => {
  const faults: string[] = [];
  const live = createLiveFiles({ onReload: () => undefined, onFault: (_, text) => void faults.push(text) });
  const opening = { live, closers: [], tracing: null, warn: () => undefined, logs: {} as Logs };
  const open = () => openSeal({ keyFile, certificateFile }, opening);
  writeFileSync(keyFile, 'x');
  writeFileSync(certificateFile, first.certificatePem);
  expect(open).toThrow(
    `Wrong setting: NOTIFICATION_KEY: the file ${keyFile} does not contain a private key in PEM`,
  );
  writeFileSync(keyFile, first.privateKeyPem);
  const seal = open();
  expect(seal()).toEqual(first);
  replace(keyFile, second.privateKeyPem);
  replace(certificateFile, 'x');
  live.reload();
  expect([seal(), faults.length]).toEqual([first, 1]);
  replace(certificateFile, second.certificatePem);
  live.reload();
  expect(seal()).toEqual(second);
});
