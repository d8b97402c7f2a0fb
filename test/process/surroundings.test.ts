import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { newFolder, type Service, startService } from './child.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
});

function service(settings: Readonly<Record<string, string>>, folder = newFolder()): Service {
  const started = startService(settings, folder);
  ends.push(started.kill);
  return started;
}

async function refused(settings: Readonly<Record<string, string>>, folder?: string): Promise<string> {
  const { ended, out, errors } = service(settings, folder);
  expect(await ended).toBe(1);
  expect(out()).toBe('');
  expect(errors()).toMatch(/^[^\n]+\n$/);
  return errors().trim();
}

const withEnv = (content: string | Uint8Array): string => {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), content);
  return folder;
};

describe('a .env', { timeout: 60_000 }, () => {
  it('with a byte order mark keeps its first setting: no sandbox starts where SANDBOX=false is written', async () => {
    expect(await refused({}, withEnv('\ufeffSANDBOX=false\r\nPORT=0\r\n'))).toMatch(
      /^Wrong setting: SANDBOX=false needs /,
    );
  });

  it('in UTF-16 stops the start', async () => {
    expect(await refused({}, withEnv(Buffer.from('\ufeffSANDBOX=false\r\n', 'utf16le')))).toBe(
      '.env cannot be used: it is written in UTF-16; save it as UTF-8.',
    );
  });

  it('with a variable that Node reads only in the environment says so', async () => {
    const { ended, errors } = service({}, withEnv('NODE_EXTRA_CA_CERTS=/etc/ca.pem\nSANDBOX=false\n'));
    expect(await ended).toBe(1);
    expect(errors()).toMatch(
      /^\.env: NODE_EXTRA_CA_CERTS has no effect here\. [^\n]+\nWrong setting: SANDBOX=false needs /,
    );
  });

  it('that is a folder stops the start', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, '.env'));
    expect(await refused({}, folder)).toBe('.env cannot be used: it is not a regular file.');
  });
});

describe('DATA_DIR', { timeout: 60_000 }, () => {
  it('where no folder can be made stops the start', async () => {
    expect(await refused({ DATA_DIR: '/proc/x' })).toBe(
      'Embedded PostgreSQL: cannot use DATA_DIR /proc/x (ENOENT).',
    );
    const { ended, errors } = service({ DATA_DIR: '/proc/x', DATABASE_URL: await cloneDatabase() });
    expect(await ended).toBe(1);
    expect(errors()).toMatch(
      /(^|\n)DATA_DIR \/proc\/x: the service cannot store keys and certificates there \(ENOENT\)\.\n$/,
    );
  });
});

describe('variables of PostgreSQL in the shell', { timeout: 60_000 }, () => {
  it('do not reach the embedded database', async () => {
    const { ready } = service({
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
    const { ready, errors } = service({ DATABASE_URL, ...moved });
    const base = (await ready()).replace('localhost', '127.0.0.1');
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    expect(errors()).toMatch(
      /^Warning: the service ignores PGOPTIONS\. It connects as DATABASE_URL says\.\n/,
    );
  });

  it('that require TLS stop a start whose DATABASE_URL does not', async () => {
    const DATABASE_URL = 'postgres://bank:secret@127.0.0.1:1/bank';
    expect(await refused({ DATABASE_URL, PGSSLMODE: 'verify-full' })).toBe(
      'Wrong setting: the service ignores PGSSLMODE; set sslmode in DATABASE_URL. See .env.example.',
    );
    expect(await refused({ DATABASE_URL: `${DATABASE_URL}?sslmode=disable`, PGSSLMODE: 'require' })).toMatch(
      /nothing listens at/,
    );
  });
});
