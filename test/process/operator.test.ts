import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { claimDatabase } from '../../src/db/service-mark.ts';
import { type Door, openDoor } from '../db/support/doors.ts';
import { cloneDatabase } from '../support/database.ts';
import { nightly } from '../support/nightly.ts';
import { upstreamSettings } from '../support/upstream.ts';
import { loseAt, newFolder, refusalOf, type Service, startForTest, startService } from './child.ts';

describe('a refused start says why in one line', { timeout: 60_000 }, () => {
  it('a server that is not reachable', async () => {
    expect(await refusalOf({ DATABASE_URL: 'postgres://bank:verysecret@127.0.0.1:1/bank' })).toBe(
      'The database of DATABASE_URL cannot be used: nothing listens at 127.0.0.1:1/bank (ECONNREFUSED).',
    );
  });

  it('a port in use, before it connects to the database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await refusalOf({ PORT: String(port), DATABASE_URL: 'postgres://127.0.0.1:1/bank' })).toBe(
      `Port ${port} on 127.0.0.1 is already in use. Set PORT to another port.`,
    );
  });

  it.each([
    ['after the migration', 'listen "'],
    ['while the first screen is made', 'insert into "console_tokens"'],
  ])('a database that is lost %s', async (_, statement) => {
    const url = await cloneDatabase();
    const door = await openDoor(url);
    onTestFinished(() => door.stop());
    loseAt(door, statement);
    const { ended, errors } = startForTest({ DATABASE_URL: door.url, LOG_LEVEL: 'silent' });
    expect(await ended).toBe(1);
    // The first line is a warning about the cluster of the tests.
    expect(errors().trim().split('\n').slice(1)).toEqual([
      `The database of DATABASE_URL cannot be used: 127.0.0.1:${door.port}${new URL(url).pathname} has closed the connection; see the log of PostgreSQL, then try again (CONNECTION_CLOSED).`,
    ]);
  });

  it('a setting in .env, over which the environment takes precedence', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=loud\nREQUEST_DEADLINE=soon\n');
    const line = await refusalOf({ LOG_LEVEL: 'info', DATABASE_URL: '' }, folder);
    expect(line).toMatch(
      /^Wrong setting: REQUEST_DEADLINE must be a whole number of seconds[^;]*\. See \.env\.example\.$/,
    );
  });
});

describe('a database of another kind of service', { timeout: 60_000 }, () => {
  it('stops the start of a sandbox where SANDBOX=false was forgotten', async () => {
    const DATABASE_URL = await cloneDatabase();
    await claimDatabase(DATABASE_URL, { service: 'bank', bank: 'upstream' }, 'It');
    const { ended, errors, out } = startForTest({ DATABASE_URL });
    expect(await ended).toBe(1);
    expect(out()).toBe('');
    expect(errors().trimEnd().split('\n').at(-1)).toBe(
      'The database of DATABASE_URL belongs to a service with SANDBOX=false and BANK=upstream, and this is a service with SANDBOX=true and BANK=simulated: correct the settings, or name another database. Nothing was changed.',
    );
  });
});

describe('an uncaught defect', { timeout: 60_000 }, () => {
  it('ends the process with a line that has its kind and its place, and no parsed text', async () => {
    const folder = newFolder();
    const breaking = `import { existsSync, readFileSync } from 'node:fs';
      setInterval(() => existsSync('broken') && JSON.parse(readFileSync('broken', 'utf8')), 20).unref();`;
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(breaking)}`;
    const { ready, ended, errors, log } = startForTest(
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

describe('a start that an operator should look at again', { timeout: 60_000 }, () => {
  it('warns of a port that browsers refuse, and of a certificate that ends within a week', async () => {
    const folder = newFolder();
    const { ready, errors } = startForTest(
      {
        ...upstreamSettings(folder, 6),
        DATABASE_URL: await cloneDatabase(),
        PUBLIC_URL: 'http://localhost:6000',
      },
      folder,
    );
    await ready();
    expect(errors()).toMatch(
      /^Warning: UPSTREAM_CERTIFICATE: the certificate in [^\n]*upstream\.pem expires at \S+Z\. Renew it before then\.\n/,
    );
    expect(errors()).toContain(
      "Warning: browsers and Node's fetch refuse the port of http://localhost:6000. Set PORT or PUBLIC_URL to another port.\n",
    );
  });
});

describe('a running service', { timeout: 60_000 }, () => {
  let running: Service;
  let door: Door;
  let base: string;
  beforeAll(async () => {
    door = await openDoor(await cloneDatabase());
    running = startService({
      DATABASE_URL: door.url,
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      SHUTDOWN_DELAY: '5',
    });
    base = (await running.ready()).replace('localhost', '127.0.0.1');
  });
  afterAll(async () => {
    await running.kill();
    await door.stop();
  });

  it('has said in its first output that it looks like a bank', () => {
    expect(running.out()).toContain(
      '\n  Warning: this sandbox moves only play money, and shows its one-time codes to everybody.\n  SANDBOX is not set, but HOST is 0.0.0.0 and NODE_ENV is production. Set SANDBOX=false for a bank, or SANDBOX=true for a sandbox.\n',
    );
  });

  it('logs one line when its database goes away, and another when it is back', async () => {
    const readiness = async () => (await fetch(`${base}/readyz`)).text();
    const told = () => running.log().filter(({ msg }) => String(msg).startsWith('database '));
    await door.behave('refuse');
    await expect.poll(readiness).toBe('the database does not answer\n');
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${base}/sca/${'a'.repeat(32)}`)));
    await door.behave('through');
    await expect.poll(readiness).toBe('ready\n');
    // Log lines are flushed together, some time after they were written.
    await expect.poll(told).toMatchObject([
      { level: 40, msg: 'database lost', code: expect.any(String) },
      { level: 40, msg: 'database found', awayMs: expect.any(Number) },
    ]);
  });

  it('serves requests for SHUTDOWN_DELAY after a signal while /readyz says 503, and logs its stop', async () => {
    const statusOf = async (path: string) => (await fetch(`${base}${path}`)).status;
    expect(await statusOf('/readyz')).toBe(200);
    const paths = ['/livez', '/openapi.json', '/docs', '/v1/nowhere'];
    // The first response of a document takes longer, because the service makes the document then.
    await Promise.all(paths.map(statusOf));
    const begun = performance.now();
    running.child.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(503);
    // Balancers still send: every other request is answered as before.
    const answers = await Promise.all(paths.map(statusOf));
    expect(answers).toEqual([200, 200, 200, 404]);
    expect(await running.ended).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(4_900);
    const events = running.log().map(({ msg }) => msg);
    expect(events.filter((one) => one === 'stopping' || one === 'stopped')).toEqual(['stopping', 'stopped']);
    expect(events.at(-1)).toBe('stopped');
    await expect(fetch(`${base}/livez`)).rejects.toThrow();
  });
});

describe('a stop', { timeout: 60_000 }, () => {
  it('that a signal asks for during the start ends the start before it serves', async () => {
    const door = await openDoor(await cloneDatabase());
    onTestFinished(() => door.stop());
    const starting = startForTest({ DATABASE_URL: door.url });
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
    const patient = startForTest({ DATABASE_URL: await cloneDatabase(), SHUTDOWN_DELAY: '300' });
    await patient.ready();
    patient.child.kill('SIGTERM');
    await expect.poll(() => patient.log().some(({ msg }) => msg === 'stopping')).toBe(true);
    patient.child.kill('SIGTERM');
    expect(await patient.ended).toBe(1);
  });
});
