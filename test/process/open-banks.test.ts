import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLiveFiles } from '../../src/process/live-files.ts';
import { openCore, openSeal, openUpstream } from '../../src/process/open-banks.ts';
import { creation } from '../bank/upstream/support/client.ts';
import { otherKey } from '../support/keys.ts';
import { freePort } from '../support/ports.ts';
import { upstreamSettings } from '../support/upstream.ts';
import { newFolder } from './child.ts';

it('an error of reading a key is the cause of the fault, so that live files read the key again', () => {
  const { upstream } = readConfig(upstreamSettings(newFolder(), 90, 'http://127.0.0.1:9/api'));
  if (upstream === null) throw new Error('no bank upstream');
  const live = createLiveFiles({ onReload: () => undefined, onFault: () => undefined });
  const open = (keyFile: string) =>
    openSeal({ ...upstream, keyFile }, { live } as Parameters<typeof openSeal>[1]);
  const faultOf = (keyFile: string) => {
    try {
      open(keyFile);
    } catch (error) {
      return error;
    }
    return null;
  };
  expect(faultOf(`${upstream.keyFile}.missing`)).toMatchObject({ cause: { code: 'ENOENT' } });
  expect(faultOf(upstream.certificateFile)).toMatchObject({ cause: undefined });
});

it('a remote bank that cannot be called stops the start, with every unfit setting', async () => {
  const folder = newFolder();
  const settings = upstreamSettings(folder);
  const live = createLiveFiles({ onReload: () => undefined, onFault: () => undefined });
  const opening = (changes: Partial<typeof settings>) => {
    const { upstream } = readConfig({ ...settings, ...changes });
    return openUpstream(
      upstream as NonNullable<typeof upstream>,
      { live } as Parameters<typeof openUpstream>[1],
    );
  };
  const nowhere = join(folder, 'nowhere');
  await expect(opening({ UPSTREAM_CERTIFICATE: nowhere, UPSTREAM_KEY: nowhere })).rejects.toThrow(
    `Wrong setting: UPSTREAM_KEY: the file ${nowhere} cannot be read; UPSTREAM_CERTIFICATE: the file ${nowhere} cannot be read. `,
  );
  writeFileSync(settings.UPSTREAM_CA, 'none');
  const other = join(folder, 'other.key');
  writeFileSync(other, otherKey(readFileSync(settings.UPSTREAM_KEY, 'utf8')));
  await expect(opening({ UPSTREAM_KEY: other })).rejects.toThrow(
    `Wrong setting: UPSTREAM_CA: the file ${settings.UPSTREAM_CA} does not contain a certificate in PEM; UPSTREAM_KEY: the file ${other} does not belong to UPSTREAM_CERTIFICATE. See .env.example.`,
  );
});

describe('a bank behind the service that goes away', () => {
  it('has one line in the log, for the attention of an operator', async () => {
    const lines: [string, string, object][] = [];
    const line =
      (level: string) =>
      (name: string, fields: object = {}) =>
        void lines.push([level, name, fields]);
    const logs = {
      event: line('event'),
      warn: line('warn'),
      error: line('error'),
      request: () => undefined,
      audit: () => undefined,
      workFailed: () => undefined,
      fatal: () => undefined,
    };
    const live = createLiveFiles({ onReload: () => undefined, onFault: () => undefined });
    const closers: (() => Promise<void>)[] = [];
    const config = readConfig(upstreamSettings(newFolder(), 90, `http://127.0.0.1:${await freePort()}/api`));
    if (config.upstream === null) throw new Error('no bank upstream');
    const opening = { logs, live, warn: () => undefined, closers, tracing: null };
    const { client } = await openUpstream(config.upstream, opening);
    for (let count = 0; count < 6; count += 1) await client.call(creation()).catch(() => undefined);
    // It has never answered.
    expect(lines).toEqual([['warn', 'bank lost', {}]]);
    for (const close of closers) await close();
  });
});

it.each(['ORDERS_DIR', 'ISO_SCHEMA_DIR'])('%s that names no folder stops the start', async (name) => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const settings = {
    BANK: 'core',
    CORE_URL: 'http://localhost:4002',
    CORE_KEY: 'key',
    CORE_CERTIFICATE: 'pem',
  };
  for (const path of [file, `${file}s`]) {
    const { core } = readConfig({ ...settings, [name]: path });
    const opening = openCore(core as NonNullable<typeof core>, {} as Parameters<typeof openCore>[1]);
    await expect(opening).rejects.toThrow(
      `Wrong setting: ${name}: ${path} is not a folder that the service can `,
    );
  }
});
