import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import postgres from 'postgres';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { claimDatabase } from '../../src/db/service-mark.ts';
import { isRefusedByBrowsers } from '../../src/process/ports.ts';
import { openDoor } from '../db/support/doors.ts';
import { authority } from '../security/support.ts';
import { startBank } from '../support/bank.ts';
import { cloneDatabase } from '../support/database.ts';
import { otherKey } from '../support/keys.ts';
import { nightly } from '../support/nightly.ts';
import { upstreamSettings } from '../support/upstream.ts';
import { withDatabase } from '../support/with-database.ts';
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

describe('a refused start says why in one line', { timeout: 60_000 }, () => {
  it('SANDBOX=false alone', async () => {
    expect(await refused({ SANDBOX: 'false' })).toBe(
      'Wrong setting: SANDBOX=false needs BANK=upstream or BANK=core, because the simulated bank moves only play money, and DATABASE_URL, and PUBLIC_URL with an https address, and TRUST_ANCHORS, a PEM file of CA certificates. See .env.example.',
    );
  });

  it('a remote bank that cannot be called, with every unfit setting', async () => {
    const folder = newFolder();
    const settings = upstreamSettings(folder, 90);
    writeFileSync(settings.UPSTREAM_CA, 'none');
    const other = join(folder, 'other.key');
    writeFileSync(other, otherKey(readFileSync(settings.UPSTREAM_KEY, 'utf8')));
    expect(await refused({ ...settings, UPSTREAM_KEY: other }, folder)).toBe(
      `Wrong setting: UPSTREAM_CA: the file ${settings.UPSTREAM_CA} does not contain a certificate in PEM; UPSTREAM_KEY: the file ${other} does not belong to UPSTREAM_CERTIFICATE. See .env.example.`,
    );
    const nowhere = join(folder, 'nowhere');
    expect(
      await refused({ ...settings, UPSTREAM_CERTIFICATE: nowhere, UPSTREAM_KEY: nowhere }, folder),
    ).toContain(
      `Wrong setting: UPSTREAM_KEY: the file ${nowhere} cannot be read; UPSTREAM_CERTIFICATE: the file ${nowhere} cannot be read; `,
    );
  });

  it('a pipe as a file of settings, which nobody writes', async () => {
    const folder = newFolder();
    const [pipe, env] = [join(folder, 'pipe'), join(folder, '.env')];
    execFileSync('mkfifo', [pipe]);
    expect(await refused({ TRUST_ANCHORS: pipe }, folder)).toBe(
      `TRUST_ANCHORS: ${pipe} is not a regular file.`,
    );
    const url = `postgres://bank@127.0.0.1:1/bank?sslmode=verify-full&sslrootcert=${pipe}`;
    expect(await refused({ DATABASE_URL: url }, folder)).toBe(
      'Wrong setting: DATABASE_URL must name regular files in sslrootcert, sslcert, sslkey. See .env.example.',
    );
    symlinkSync(pipe, env);
    expect(await refused({}, folder)).toBe('.env cannot be used: it is not a regular file.');
  });

  it('a database that does not exist, without its password', async () => {
    const url = new URL(withDatabase(inject('clusterUrl'), 'nowhere'));
    const line = await refused({ DATABASE_URL: url.href });
    if (url.password !== '') expect(line).not.toContain(url.password);
    expect(line).toBe(
      `The database of DATABASE_URL cannot be used: the database does not exist; create it, or correct the name in ${url.hostname}:${url.port}/nowhere (3D000).`,
    );
  });

  it('a server that is not reachable', async () => {
    expect(await refused({ DATABASE_URL: 'postgres://bank:verysecret@127.0.0.1:1/bank' })).toBe(
      'The database of DATABASE_URL cannot be used: nothing listens at 127.0.0.1:1/bank (ECONNREFUSED).',
    );
  });

  describe('of a service behind a pooler: the setting whose address is wrong', () => {
    const pooled = (DATABASE_URL: string, DATABASE_DIRECT_URL: string) =>
      refused({ DATABASE_POOLER: 'transaction', DATABASE_URL, DATABASE_DIRECT_URL });
    const nowhere = 'postgres://bank:verysecret@127.0.0.1:1/bank';

    it('is DATABASE_URL if the pooler is away', async () => {
      expect(await pooled(nowhere, inject('clusterUrl'))).toBe(
        'The database of DATABASE_URL cannot be used: nothing listens at 127.0.0.1:1/bank (ECONNREFUSED).',
      );
    });

    it('is DATABASE_DIRECT_URL if PostgreSQL is away', async () => {
      expect(await pooled(inject('clusterUrl'), nowhere)).toBe(
        'The database of DATABASE_DIRECT_URL cannot be used: nothing listens at 127.0.0.1:1/bank (ECONNREFUSED).',
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
    expect(await refused({ DATABASE_URL: url.href })).toBe(
      `The database of DATABASE_URL cannot be used: the PostgreSQL at ${url.hostname}:${url.port}${url.pathname} has no TLS, which sslmode demands (TLS_REFUSED).`,
    );
  });

  it('a port in the address that is not a number', async () => {
    const url = new URL(inject('clusterUrl'));
    url.searchParams.set('port', 'none');
    expect(await refused({ DATABASE_URL: url.href })).toBe(
      `The database of DATABASE_URL cannot be used: the port in ${url.hostname}:none${url.pathname} is not a number from 0 to 65535 (ERR_SOCKET_BAD_PORT).`,
    );
  });

  it('a folder in the address without a socket of PostgreSQL', async () => {
    const folder = newFolder();
    expect(await refused({ DATABASE_URL: `postgres:///bank?host=${folder}` })).toBe(
      `The database of DATABASE_URL cannot be used: nothing listens at ${folder}:5432/bank (ENOENT).`,
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
    ends.push(() => server.close());
    await once(server, 'listening');
    const where = `127.0.0.1:${(server.address() as AddressInfo).port}/bank`;
    for (const mode of ['require', 'verify-full'])
      expect(await refused({ DATABASE_URL: `postgres://bank@${where}?sslmode=${mode}` })).toBe(
        `The database of DATABASE_URL cannot be used: the TLS certificate of ${where} is not trusted, or is for another host; NODE_EXTRA_CA_CERTS can name the file of its CA (INVALID_PURPOSE).`,
      );
  });

  it('a file in the address that cannot be read', async () => {
    const nowhere = join(newFolder(), 'nowhere');
    const url = new URL(inject('clusterUrl'));
    url.searchParams.set('sslrootcert', nowhere);
    expect(await refused({ DATABASE_URL: url.href })).toBe(
      `The database of DATABASE_URL cannot be used: its file ${nowhere} cannot be read (ENOENT).`,
    );
  });

  it.each([
    [
      'with a table of another program',
      () => 'create table payments (id int)',
      (where: string) =>
        `another program has a table there with a name that the service needs; name an empty database in ${where} (42P07)`,
    ],
    [
      'that takes no writes',
      (name: string) => `alter database ${name} set default_transaction_read_only = on`,
      () => 'it accepts no writes: it is a standby, or default_transaction_read_only is on (25006)',
    ],
    [
      'without a schema for the tables',
      () => 'drop schema public',
      () => 'it has no schema public that the role may use; docs/operations.md lists the roles (3F000)',
    ],
  ])('a database %s', async (_, spoil, reason) => {
    const { hostname, port } = new URL(inject('clusterUrl'));
    const name = `foreign_${randomUUID().replaceAll('-', '')}`;
    const cluster = postgres(inject('clusterUrl'), { max: 1 });
    await cluster.unsafe(`create database ${name}`);
    const url = withDatabase(inject('clusterUrl'), name);
    const foreign = postgres(url, { max: 1 });
    await foreign.unsafe(spoil(name));
    await foreign.end();
    const { ended, errors } = service({ DATABASE_URL: url });
    expect(await ended).toBe(1);
    await cluster.unsafe(`drop database ${name} with (force)`);
    await cluster.end();
    // The first line is a warning about the cluster of the tests.
    expect(errors().trim().split('\n').at(-1)).toBe(
      `The database of DATABASE_URL cannot be used: ${reason(`${hostname}:${port}/${name}`)}.`,
    );
  });

  it.each([
    ['during the migration', 'create database', 'CREATE TABLE'],
    ['after the migration', 'clone', 'listen "'],
    ['while the first screen is made', 'clone', 'insert into "console_tokens"'],
  ])('a database that is lost %s', async (_, source, statement) => {
    const name = `lost_${randomUUID().replaceAll('-', '')}`;
    const cluster = postgres(inject('clusterUrl'), { max: 1 });
    ends.push(() => cluster.end());
    if (source !== 'clone') await cluster.unsafe(`create database ${name}`);
    const url = source === 'clone' ? await cloneDatabase() : withDatabase(inject('clusterUrl'), name);
    const door = await openDoor(url);
    ends.push(() => door.stop());
    door.watch((sent) => {
      if (!sent.includes(statement)) return 'pass';
      void door.behave('close');
      return 'drop';
    });
    const { ended, errors } = service({ DATABASE_URL: door.url, LOG_LEVEL: 'silent' });
    expect(await ended).toBe(1);
    // The first line is a warning about the cluster of the tests.
    expect(errors().trim().split('\n').slice(1)).toEqual([
      `The database of DATABASE_URL cannot be used: 127.0.0.1:${door.port}${new URL(url).pathname} has closed the connection; see the log of PostgreSQL, then try again (CONNECTION_CLOSED).`,
    ]);
  });

  it('a setting in .env, over which the environment takes precedence', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=loud\nREQUEST_DEADLINE=soon\n');
    const line = await refused({ LOG_LEVEL: 'info', DATABASE_URL: '' }, folder);
    expect(line).toMatch(
      /^Wrong setting: REQUEST_DEADLINE must be a whole number of seconds[^;]*\. See \.env\.example\.$/,
    );
  });
});

describe('a database of another kind of service', { timeout: 60_000 }, () => {
  it('stops the start of a sandbox where SANDBOX=false was forgotten', async () => {
    const DATABASE_URL = await cloneDatabase();
    await claimDatabase(DATABASE_URL, { service: 'bank', bank: 'upstream' }, 'It');
    const { ended, errors, out } = service({ DATABASE_URL });
    expect(await ended).toBe(1);
    expect(out()).toBe('');
    expect(errors().trimEnd().split('\n').at(-1)).toBe(
      'The database of DATABASE_URL belongs to a service with SANDBOX=false and BANK=upstream, and this is a service with SANDBOX=true and BANK=simulated: correct the settings, or name another database. Nothing was changed.',
    );
  });
});

describe('a sandbox by default', { timeout: 60_000 }, () => {
  it('says in its first output that it looks like a bank, unless SANDBOX=true is set', async () => {
    const bank = await startBank();
    ends.push(() => bank.stop());
    const settings = { DATABASE_URL: bank.databaseUrl, NODE_ENV: 'production', HOST: '0.0.0.0' };
    const unasked = service(settings);
    await unasked.ready();
    expect(unasked.out()).toContain(
      '\n  Warning: this sandbox moves only play money, and shows its one-time codes to everybody.\n  SANDBOX is not set, but HOST is 0.0.0.0 and NODE_ENV is production. Set SANDBOX=false for a bank, or SANDBOX=true for a sandbox.\n',
    );
    const wanted = service({ ...settings, SANDBOX: 'true' });
    await wanted.ready();
    expect(wanted.out()).not.toContain('Warning');
  });
});

describe('a port that browsers refuse', { timeout: 60_000 }, () => {
  it('is named in a warning at the start', async () => {
    const { ready, errors } = service({
      DATABASE_URL: await cloneDatabase(),
      PUBLIC_URL: 'http://localhost:6000',
    });
    await ready();
    expect(errors()).toContain(
      "Warning: browsers and Node's fetch refuse the port of http://localhost:6000. Set PORT or PUBLIC_URL to another port.\n",
    );
  });

  it('is one of those that fetch refuses', () => {
    const { badPorts } = createRequire(import.meta.url)('undici/lib/web/fetch/constants.js');
    const all = Array.from({ length: 65_536 }, (_, port) => port);
    expect(all.filter((port) => isRefusedByBrowsers(`http://localhost:${port}`))).toEqual(
      badPorts.map(Number),
    );
  });
});

describe('an uncaught defect', { timeout: 60_000 }, () => {
  it('ends the process with a line that has its kind and its place, and no parsed text', async () => {
    const folder = newFolder();
    const breaking = `import { existsSync, readFileSync } from 'node:fs';
      setInterval(() => existsSync('broken') && JSON.parse(readFileSync('broken', 'utf8')), 20).unref();`;
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(breaking)}`;
    const { ready, ended, errors, log } = service(
      { DATABASE_URL: await cloneDatabase(), NODE_OPTIONS },
      folder,
    );
    await ready();
    writeFileSync(join(folder, 'broken'), 'Kari Nordmann');
    expect(await ended).toBe(1);
    // Not always the last line: an earlier one may be on its way to the pipe at the exit.
    const fatal = { level: 60, error: 'SyntaxError', frames: expect.any(Array) };
    expect(log()).toContainEqual(expect.objectContaining(fatal));
    expect(errors()).not.toContain('Kari');
  });
});

describe('a certificate for the remote bank that ends within a week', { timeout: 60_000 }, () => {
  it('is logged in one line, and does not stop a start', async () => {
    const bank = await startBank();
    ends.push(() => bank.stop());
    const folder = newFolder();
    const settings = upstreamSettings(folder, 6);
    const { ready, errors } = service({ ...settings, DATABASE_URL: bank.databaseUrl }, folder);
    await ready();
    expect(errors()).toMatch(
      /^Warning: UPSTREAM_CERTIFICATE: the certificate in [^\n]*upstream\.pem expires at \S+Z\. Renew it before then\.\n/,
    );
  });
});

describe('a database that goes away', { timeout: 60_000 }, () => {
  it('logs one line, and another when it is back', async () => {
    const bank = await startBank();
    ends.push(() => bank.stop());
    const door = await openDoor(bank.databaseUrl);
    ends.push(() => door.stop());
    const { ready, log } = service({ DATABASE_URL: door.url });
    const base = (await ready()).replace('localhost', '127.0.0.1');
    const readiness = async () => (await fetch(`${base}/readyz`)).text();
    const told = () => log().filter(({ msg }) => String(msg).startsWith('database '));
    await door.behave('refuse');
    await expect.poll(readiness, { timeout: 10_000 }).toBe('the database does not answer\n');
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${base}/sca/${'a'.repeat(32)}`)));
    await door.behave('through');
    await expect.poll(readiness, { timeout: 10_000 }).toBe('ready\n');
    // Log lines are flushed together, some time after they were written.
    await expect.poll(told, { timeout: 5_000 }).toMatchObject([
      { level: 40, msg: 'database lost', code: expect.any(String) },
      { level: 40, msg: 'database found', awayMs: expect.any(Number) },
    ]);
  });
});

describe('a stop', { timeout: 60_000 }, () => {
  it('serves requests for SHUTDOWN_DELAY while /readyz says 503, and is logged', async () => {
    const bank = await startBank();
    ends.push(() => bank.stop());
    const { child, ready, ended, log } = service({ DATABASE_URL: bank.databaseUrl, SHUTDOWN_DELAY: '5' });
    const base = (await ready()).replace('localhost', '127.0.0.1');
    const statusOf = async (path: string) => (await fetch(`${base}${path}`)).status;
    expect(await statusOf('/readyz')).toBe(200);
    const begun = performance.now();
    child.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(503);
    // Balancers still send: every other request is answered as before.
    const answers = await Promise.all(['/livez', '/openapi.json', '/docs', '/v1/nowhere'].map(statusOf));
    expect(answers).toEqual([200, 200, 200, 404]);
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(4_900);
    const events = log().map(({ msg }) => msg);
    expect(events.filter((one) => one === 'stopping' || one === 'stopped')).toEqual(['stopping', 'stopped']);
    expect(events.at(-1)).toBe('stopped');
    await expect(fetch(`${base}/livez`)).rejects.toThrow();
  });

  it('that a signal asks for during the start ends the start before it serves', async () => {
    const door = await openDoor(await cloneDatabase());
    ends.push(() => door.stop());
    const starting = service({ DATABASE_URL: door.url });
    // The signal arrives with the first statement, many statements before the end of the start.
    door.watch(() => {
      door.watch(null);
      starting.child.kill('SIGTERM');
      return 'pass';
    });
    expect(await starting.ended).toBe(0);
    expect(starting.out()).toBe('');
    expect(starting.log().map(({ msg }) => msg)).toEqual(['stopping', 'stopped']);
  });

  it.runIf(nightly)('ends at once at a second signal during its delay', async () => {
    const bank = await startBank();
    ends.push(() => bank.stop());
    const patient = service({ DATABASE_URL: bank.databaseUrl, SHUTDOWN_DELAY: '300' });
    await patient.ready();
    patient.child.kill('SIGTERM');
    await expect.poll(() => patient.log().some(({ msg }) => msg === 'stopping')).toBe(true);
    patient.child.kill('SIGTERM');
    expect(await patient.ended).toBe(1);
  });
});
