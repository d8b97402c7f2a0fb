import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { newFolder, refusalOf, startForTest } from './child.ts';

const withEnv = (content: string | Uint8Array): string => {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), content);
  return folder;
};

describe('a .env', { timeout: 60_000 }, () => {
  it('with a byte order mark keeps its first setting: no sandbox starts where SANDBOX=false is written', async () => {
    expect(await refusalOf({}, withEnv('\ufeffSANDBOX=false\r\nPORT=0\r\n'))).toMatch(
      /^Wrong setting: SANDBOX=false needs /,
    );
  });

  it('in UTF-16 stops the start', async () => {
    expect(await refusalOf({}, withEnv(Buffer.from('\ufeffSANDBOX=false\r\n', 'utf16le')))).toBe(
      '.env cannot be used: it is written in UTF-16; save it as UTF-8.',
    );
  });

  it('with a variable that Node reads only in the environment says so', async () => {
    const { ended, errors } = startForTest({}, withEnv('NODE_EXTRA_CA_CERTS=/etc/ca.pem\nSANDBOX=false\n'));
    expect(await ended).toBe(1);
    expect(errors()).toMatch(
      /^\.env: NODE_EXTRA_CA_CERTS has no effect here\. [^\n]+\nWrong setting: SANDBOX=false needs /,
    );
  });

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a pipe, which nobody writes,', (path: string) => execFileSync('mkfifo', [path])],
  ])('that is %s stops the start', async (_, make) => {
    const folder = newFolder();
    make(join(folder, '.env'));
    expect(await refusalOf({}, folder)).toBe('.env cannot be used: it is not a regular file.');
  });
});

describe('DATA_DIR', { timeout: 60_000 }, () => {
  it('where no folder can be made stops the start', async () => {
    expect(await refusalOf({ DATA_DIR: '/proc/x' })).toBe(
      'Embedded PostgreSQL: cannot use DATA_DIR /proc/x (ENOENT).',
    );
    const { ended, errors } = startForTest({ DATA_DIR: '/proc/x', DATABASE_URL: await cloneDatabase() });
    expect(await ended).toBe(1);
    expect(errors()).toMatch(
      /(^|\n)DATA_DIR \/proc\/x: the service cannot store keys and certificates there \(ENOENT\)\.\n$/,
    );
  });
});

describe('variables of PostgreSQL in the shell', { timeout: 60_000 }, () => {
  it('do not reach the embedded database', async () => {
    const { ready } = startForTest({
      PGSSLMODE: 'require',
      PGOPTIONS: '-c search_path=nowhere -c default_transaction_read_only=on',
      PGCLIENTENCODING: 'LATIN1',
      PGHOST: '192.0.2.1',
      PGPORT: '1',
      PGUSER: 'nobody',
      PGPASSWORD: 'wrong',
      PGDATABASE: 'nowhere',
      PGREPLICATION: 'true',
      PGSSLNEGOTIATION: 'direct',
      PGAPPNAME: 'psql',
    });
    const base = (await ready()).replace('localhost', '127.0.0.1');
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
  });

  it('do not reach the database of DATABASE_URL, and the ones without effect are named', async () => {
    const DATABASE_URL = await cloneDatabase();
    const moved = {
      PGOPTIONS: '-c default_transaction_read_only=on -c search_path=nowhere',
      PGUSER: 'nobody',
    };
    const { ready, errors } = startForTest({ DATABASE_URL, ...moved });
    const base = (await ready()).replace('localhost', '127.0.0.1');
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    expect(errors()).toMatch(
      /^Warning: the service ignores PGOPTIONS\. It connects as DATABASE_URL says\.\n/,
    );
  });

  it('that require TLS stop a start whose DATABASE_URL does not', async () => {
    const DATABASE_URL = 'postgres://bank:secret@127.0.0.1:1/bank';
    expect(await refusalOf({ DATABASE_URL, PGSSLMODE: 'verify-full' })).toBe(
      'Wrong setting: the service ignores PGSSLMODE; set sslmode in DATABASE_URL. See .env.example.',
    );
    expect(
      await refusalOf({ DATABASE_URL: `${DATABASE_URL}?sslmode=disable`, PGSSLMODE: 'require' }),
    ).toMatch(/nothing listens at/);
  });
});
