/** The line with which a start refuses a database. `operator.test.ts` shows that the process prints it and ends. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import postgres from 'postgres';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { DatabaseOptions } from '../../src/db/connections/client.ts';
import { DatabaseSetupError } from '../../src/db/prepare.ts';
import { openServiceDatabase } from '../../src/process/open-database.ts';
import { databaseUrlDescription } from '../../src/process/unusable-database.ts';
import { openDoor } from '../db/support/doors.ts';
import { authority } from '../security/support.ts';
import { cloneDatabase } from '../support/database.ts';
import { withDatabase } from '../support/with-database.ts';
import { loseAt, newFolder } from './child.ts';

const cannotBeUsed = 'The database of DATABASE_URL cannot be used:';

async function refusal(url: string, options: Partial<DatabaseOptions> = {}): Promise<string> {
  const opening = {
    serviceMark: { service: 'sandbox', bank: 'simulated' },
    databaseDescription: databaseUrlDescription,
    readUrl: undefined,
    // About the cluster of the tests.
    warn: () => undefined,
  } as const;
  const error = await openServiceDatabase({ url, poolSize: 2, ...options }, opening).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(DatabaseSetupError);
  return (error as Error).message;
}

/** Creates a database for this test. */
async function newDatabase(): Promise<string> {
  const name = `unusable_${randomUUID().replaceAll('-', '')}`;
  const cluster = postgres(inject('clusterUrl'), { max: 1 });
  onTestFinished(async () => {
    await cluster.unsafe(`drop database ${name} with (force)`);
    await cluster.end();
  });
  await cluster.unsafe(`create database ${name}`);
  return withDatabase(inject('clusterUrl'), name);
}

it('a database that does not exist, without its password', async () => {
  const url = new URL(withDatabase(inject('clusterUrl'), 'nowhere'));
  const line = await refusal(url.href);
  if (url.password !== '') expect(line).not.toContain(url.password);
  expect(line).toBe(
    `${cannotBeUsed} the database does not exist; create it, or correct the name in ${url.hostname}:${url.port}/nowhere (3D000).`,
  );
});

describe('of a service behind a pooler: the setting whose address is wrong', () => {
  const pooled = (url: string, directUrl: string) => refusal(url, { pooler: 'transaction', directUrl });
  const nowhere = 'postgres://bank:verysecret@127.0.0.1:1/bank';
  const reason = 'nothing listens at 127.0.0.1:1/bank (ECONNREFUSED).';

  it('is DATABASE_URL if the pooler is away', async () => {
    expect(await pooled(nowhere, inject('clusterUrl'))).toBe(`${cannotBeUsed} ${reason}`);
  });

  it('is DATABASE_DIRECT_URL if PostgreSQL is away', async () => {
    expect(await pooled(inject('clusterUrl'), nowhere)).toBe(
      `The database of DATABASE_DIRECT_URL cannot be used: ${reason}`,
    );
  });

  it('is either if they lead to two databases', async () => {
    expect(await pooled(inject('clusterUrl'), await cloneDatabase())).toBe(
      'DATABASE_URL and DATABASE_DIRECT_URL must lead to the same database of the same server, one through the pooler and one directly, but they lead to two.',
    );
  });
});

it('a server without TLS, although the address demands it', async () => {
  const url = new URL(inject('clusterUrl'));
  url.searchParams.set('sslmode', 'verify-full');
  expect(await refusal(url.href)).toBe(
    `${cannotBeUsed} the PostgreSQL at ${url.hostname}:${url.port}${url.pathname} has no TLS, which sslmode demands (TLS_REFUSED).`,
  );
});

it('a port in the address that is not a number', async () => {
  // The driver leaves its timer behind.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = new URL(inject('clusterUrl'));
  url.searchParams.set('port', 'none');
  expect(await refusal(url.href)).toBe(
    `${cannotBeUsed} the port in ${url.hostname}:none${url.pathname} is not a number from 0 to 65535 (ERR_SOCKET_BAD_PORT).`,
  );
});

it('a folder in the address without a socket of PostgreSQL', async () => {
  const folder = newFolder();
  expect(await refusal(`postgres:///bank?host=${folder}`)).toBe(
    `${cannotBeUsed} nothing listens at ${folder}:5432/bank (ENOENT).`,
  );
});

it('a server whose TLS certificate is not trusted, also if the address asks for less', async () => {
  const { privateKeyPem: key, certificatePem: cert } = authority;
  const secureContext = createSecureContext({ key, cert });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // The driver asks for TLS, and the server agrees.
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const where = `127.0.0.1:${(server.address() as AddressInfo).port}/bank`;
  for (const mode of ['require', 'verify-full'])
    expect(await refusal(`postgres://bank@${where}?sslmode=${mode}`)).toBe(
      `${cannotBeUsed} the TLS certificate of ${where} is not trusted, or is for another host; NODE_EXTRA_CA_CERTS can name the file of its CA (INVALID_PURPOSE).`,
    );
});

it('a file in the address that cannot be read', async () => {
  const nowhere = join(newFolder(), 'nowhere');
  const url = new URL(inject('clusterUrl'));
  url.searchParams.set('sslrootcert', nowhere);
  expect(await refusal(url.href)).toBe(`${cannotBeUsed} its file ${nowhere} cannot be read (ENOENT).`);
});

it.each([
  [
    'with a table of another program',
    () => 'create table payments (id int)',
    ({ hostname, port, pathname }: URL) =>
      `another program has a table there with a name that the service needs; name an empty database in ${hostname}:${port}${pathname} (42P07)`,
  ],
  [
    'that takes no writes',
    ({ pathname }: URL) => `alter database ${pathname.slice(1)} set default_transaction_read_only = on`,
    () => 'it accepts no writes: it is a standby, or default_transaction_read_only is on (25006)',
  ],
  [
    'without a schema for the tables',
    () => 'drop schema public',
    () => 'it has no schema public that the role may use; docs/operations.md lists the roles (3F000)',
  ],
])('a database %s', async (_, spoil, reason) => {
  const url = await newDatabase();
  const foreign = postgres(url, { max: 1 });
  await foreign.unsafe(spoil(new URL(url)));
  await foreign.end();
  expect(await refusal(url)).toBe(`${cannotBeUsed} ${reason(new URL(url))}.`);
});

it('a database that is lost during the migration', async () => {
  const url = await newDatabase();
  const door = await openDoor(url);
  onTestFinished(() => door.stop());
  loseAt(door, 'CREATE TABLE');
  expect(await refusal(door.url)).toBe(
    `${cannotBeUsed} 127.0.0.1:${door.port}${new URL(url).pathname} has closed the connection; see the log of PostgreSQL, then try again (CONNECTION_CLOSED).`,
  );
});
