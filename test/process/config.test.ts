import { readFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { removePostgresVariables } from '../../src/process/postgres-variables.ts';
import { settingChecks } from '../../src/process/settings.ts';
import { cheapest } from '../support/cost.ts';

const example = Object.fromEntries(
  readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);

const production = {
  SANDBOX: 'false',
  DATABASE_URL: 'postgres://bank@db/bank',
  PUBLIC_URL: 'https://bank.example',
  TRUST_ANCHORS: 'anchors.pem',
  BANK: 'upstream',
  UPSTREAM_URL: 'https://bank.example/api',
  UPSTREAM_KEY: 'own.key',
  UPSTREAM_CERTIFICATE: 'own.pem',
};

function fault(env: Record<string, string>): string | null {
  try {
    readConfig(env);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
}

describe('DATABASE_READ_URL', () => {
  const pooled = {
    DATABASE_POOLER: 'transaction',
    DATABASE_URL: 'postgres://bank@pooler/bank',
    DATABASE_DIRECT_URL: 'postgres://bank@db/bank',
  };
  const read = 'postgres://bank@reader/bank';
  it.each([
    [{ DATABASE_READ_URL: read }, 'DATABASE_READ_URL needs DATABASE_URL'],
    [{ ...pooled, DATABASE_READ_URL: read }, 'DATABASE_READ_URL needs DATABASE_POOLER=none'],
  ])('with %o is refused', (env, words) => {
    expect(fault(env)).toContain(words);
  });

  it('needs DATABASE_URL too', () => {
    expect(fault({ DATABASE_URL: 'postgres://bank@db/bank', DATABASE_READ_URL: read })).toBeNull();
  });
});

describe('.env.example', () => {
  it('lists every setting and no other', () => {
    expect(Object.keys(example).sort()).toEqual(Object.keys(settingChecks).sort());
  });

  it('holds the defaults', () => {
    expect(readConfig(example)).toEqual(readConfig({}));
    for (const [name, check] of Object.entries(settingChecks)) {
      const { data } = check.safeParse(undefined);
      expect([name, example[name]]).toEqual([name, data === undefined ? '' : String(data)]);
    }
  });
});

describe('defaults', () => {
  it('are those of the README', () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      sandbox: true,
      upstream: null,
      core: null,
      signatureMaxAgeSeconds: 300,
      requestDeadlineMs: 10_000,
      requestsAtOnce: 500,
      rateLimit: 0,
    });
  });

  it('limit the rate of a TPP outside a sandbox, unless it is switched off', () => {
    expect(readConfig(production).rateLimit).toBe(100);
    expect(readConfig({ ...production, RATE_LIMIT: '0' }).rateLimit).toBe(0);
    expect(readConfig({ RATE_LIMIT: '7' }).rateLimit).toBe(7);
  });

  it('let balancers learn of a stop outside a sandbox', () => {
    expect(readConfig({}).shutdownDelayMs).toBe(0);
    expect(readConfig(production).shutdownDelayMs).toBe(5_000);
    expect(readConfig({ SHUTDOWN_DELAY: '3' }).shutdownDelayMs).toBe(3_000);
  });
});

describe('a wrong value stops the start and names its setting', () => {
  it.each([
    ['PORT', 0, 65_535],
    ['SIGNATURE_MAX_AGE', 1, 86_400],
    ['DATABASE_POOL_SIZE', 2, 200],
    ['REQUEST_DEADLINE', 1, 300],
    ['REQUESTS_AT_ONCE', 1, 100_000],
    ['RATE_LIMIT', 0, 100_000],
    ['SHUTDOWN_DELAY', 0, 300],
    ['UPSTREAM_TIMEOUT', 1, 60],
    ['CORE_TIMEOUT', 1, 60],
  ])('%s: %i and %i are accepted, one beyond is not, nor is a fraction', (name, least, most) => {
    for (const value of [least, most]) expect(fault({ [name]: String(value) })).toBeNull();
    for (const value of [least - 1, most + 1, '1.5', '1e1', '0x10', ' ', '5s', 'NaN'])
      expect(fault({ [name]: String(value) })).toMatch(
        new RegExp(`^Wrong setting: ${name} must be .*from ${least} to ${most}\\. See .env.example\\.$`),
      );
  });

  it.each([
    ['SANDBOX', 'yes', 'true or false'],
    ['PUBLIC_URL', 'ftp://x', 'http or https'],
    ['PUBLIC_URL', 'https://bank.example/a;b', 'without a semicolon'],
    ['DATABASE_URL', 'mysql://user:secret@x', 'postgres://'],
    ['LOG_LEVEL', 'loud', 'fatal, error'],
    ['BANK', 'secret', 'simulated, upstream, core'],
  ])('%s=%s', (name, value, told) => {
    const message = fault({ [name]: value }) ?? '';
    expect(message).toContain(`Wrong setting: ${name} must be `);
    expect(message).toContain(told);
    expect(message).not.toContain('secret');
    expect(message).not.toContain('\n');
  });

  it.each([
    'http://localhost:4872 ',
    ' http://localhost:4872',
    'http://localhost:4872\r',
    'http://local\nhost:4872',
    'http://localhost:4872/a b',
    'http://localhost:4872/?secret=b',
    'http://localhost:4872/#secret',
    'http://user:secret@localhost:4872',
    'http:localhost:4872',
    'http:/localhost:4872',
    'http:///localhost:4872',
    'http:\\\\localhost:4872',
    'http://localhost:4872\\bank',
    'http://localhost:secret',
    'localhost:4872',
  ])('an address to which no path can be appended: %j', (url) => {
    for (const name of ['PUBLIC_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'UPSTREAM_URL', 'OIDC_ISSUER']) {
      const message = fault({ [name]: url }) ?? '';
      expect(message).toMatch(
        new RegExp(`^Wrong setting: ${name} must be an .*without blanks, user, query or fragment`),
      );
      expect(message).not.toMatch(/secret|\r|\n/);
    }
  });

  it.each([
    ['http://localhost:4872/', 'http://localhost:4872'],
    ['https://bank.example/psd2//', 'https://bank.example/psd2'],
    ['HTTPS://Bank.Example', 'https://bank.example'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
  ])('PUBLIC_URL=%s is the base of links as %s', (url, base) => {
    expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(base);
  });

  it.each([
    ['DATABASE_URL', 'SANDBOX=false needs DATABASE_URL'],
    ['PUBLIC_URL', 'SANDBOX=false needs PUBLIC_URL with an https address'],
    ['TRUST_ANCHORS', 'SANDBOX=false needs TRUST_ANCHORS, a PEM file of CA certificates'],
  ])('SANDBOX=false without %s', (name, told) => {
    expect(fault(production)).toBeNull();
    expect(fault({ ...production, [name]: '' })).toBe(`Wrong setting: ${told}. See .env.example.`);
  });

  it('SANDBOX=false with an http PUBLIC_URL, or with no other setting', () => {
    const http = fault({ ...production, PUBLIC_URL: 'http://bank.example' });
    expect(http).toContain('SANDBOX=false needs PUBLIC_URL with an https address');
    expect(fault({ SANDBOX: 'false' })).toBe(
      'Wrong setting: SANDBOX=false needs BANK=upstream or BANK=core, because the simulated bank moves only play money, and DATABASE_URL, and PUBLIC_URL with an https address, and TRUST_ANCHORS, a PEM file of CA certificates. See .env.example.',
    );
  });

  it('SANDBOX=false names missing settings together with malformed ones', () => {
    const message = fault({ SANDBOX: 'false', PORT: 'x' }) ?? '';
    expect(message).toContain('PORT must be');
    for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'TRUST_ANCHORS', 'BANK'])
      expect(message).toContain(name);
    const once = fault({ SANDBOX: 'false', DATABASE_URL: 'x' })?.split('DATABASE_URL');
    expect([once?.length, once?.at(-1)]).toEqual([2, expect.stringContaining('needs BANK')]);
    expect(fault({ BANK: 'upstreem', UPSTREAM_URL: 'https://bank.example' })).toBe(
      'Wrong setting: BANK must be one of simulated, upstream, core. See .env.example.',
    );
  });

  it.each([devNull, tmpdir()])('a file in a database address that is no regular file: %s', (path) => {
    const url = `postgres://bank@db/bank?sslmode=verify-full&sslrootcert=${path}`;
    expect(fault({ DATABASE_URL: url })).toBe(
      'Wrong setting: DATABASE_URL must name regular files in sslrootcert, sslcert, sslkey. See .env.example.',
    );
  });

  it.each(['~', '~/data', '$HOME/data', ' ', ' data'])(
    'a DATA_DIR that a shell should have replaced: "%s"',
    (DATA_DIR) => {
      expect(fault({ DATA_DIR })).toMatch(
        /^Wrong setting: DATA_DIR must be a path that does not begin with /,
      );
    },
  );

  it('several at once, and an empty value counts as unset', () => {
    const message = fault({ PORT: 'x', RATE_LIMIT: '-1', REQUEST_DEADLINE: '0', SANDBOX: '' });
    for (const name of ['PORT', 'RATE_LIMIT', 'REQUEST_DEADLINE'])
      expect(message).toContain(`${name} must be`);
    expect(message).not.toContain('SANDBOX');
  });

  it('of every kind at once', () => {
    const message = fault({
      PORT: 'x',
      SANDBX: 'x',
      PGSSLMODE: 'require',
      DATABASE_URL: 'postgres://host/bank',
      DATABASE_DIRECT_URL: 'postgres://host/bank',
    });
    for (const name of ['PORT must be', 'SANDBX is not', 'ignores PGSSLMODE', 'DATABASE_DIRECT_URL needs'])
      expect(message).toContain(name);
  });
});

describe('a core system', () => {
  const core = {
    BANK: 'core',
    CORE_URL: 'https://core.example/api/',
    CORE_KEY: 'core.key',
    CORE_CERTIFICATE: 'core.pem',
  };

  it('can be used from a sandbox with all its settings', () => {
    const more = { CORE_CA: 'ca.pem', CORE_TIMEOUT: '3', ORDERS_DIR: 'out', ISO_PROFILE: 'own.json' };
    expect(readConfig({ ...core, ...more }).core).toEqual({
      url: 'https://core.example/api',
      keyFile: 'core.key',
      certificateFile: 'core.pem',
      authoritiesFile: 'ca.pem',
      timeoutMs: 3_000,
      ordersFolder: 'out',
      profileFile: 'own.json',
      schemaFolder: null,
    });
    expect(readConfig(core).core).toMatchObject({ authoritiesFile: undefined, timeoutMs: 8_000 });
    expect(readConfig({}).core).toBeNull();
  });

  it.each(['CORE_URL', 'CORE_KEY', 'CORE_CERTIFICATE'])('is refused without %s', (name) => {
    expect(fault({ ...core, [name]: '' })).toBe(`Wrong setting: BANK=core needs ${name}. See .env.example.`);
  });

  it.each([
    'CORE_URL',
    'CORE_KEY',
    'CORE_CERTIFICATE',
    'CORE_CA',
    'ORDERS_DIR',
    'ISO_PROFILE',
    'ISO_SCHEMA_DIR',
  ])('%s without BANK=core has no effect, so BANK is missing', (name) => {
    const message = `Wrong setting: ${name} needs BANK=core. See .env.example.`;
    expect(fault({ [name]: 'https://core.example' })).toBe(message);
  });

  it('is called by https, except on this machine', () => {
    expect(fault({ ...core, CORE_URL: 'http://core.example' })).toContain('Wrong setting: CORE_URL must be ');
    expect(fault({ ...core, CORE_URL: 'http://localhost:4002' })).toBeNull();
  });

  it('has less time for a call than a request has', () => {
    const message = 'Wrong setting: CORE_TIMEOUT must be less than REQUEST_DEADLINE. See .env.example.';
    expect(fault({ ...core, CORE_TIMEOUT: '10' })).toBe(message);
    expect(fault({ ...core, CORE_TIMEOUT: '9' })).toBeNull();
  });

  it('needs an identity provider outside a sandbox', () => {
    const { DATABASE_URL, PUBLIC_URL, TRUST_ANCHORS } = production;
    expect(fault({ SANDBOX: 'false', DATABASE_URL, PUBLIC_URL, TRUST_ANCHORS, ...core })).toBe(
      'Wrong setting: BANK=core with SANDBOX=false needs OIDC_ISSUER, because without an identity provider a PSU logs in without a password. See .env.example.',
    );
  });
});

describe('the bank', () => {
  const upstream = {
    BANK: 'upstream',
    UPSTREAM_URL: 'http://localhost:4000/api',
    UPSTREAM_KEY: 'upstream.key',
    UPSTREAM_CERTIFICATE: 'upstream.pem',
  };

  it('may be a remote one in a sandbox too, with all its settings', () => {
    expect(readConfig({ ...upstream, UPSTREAM_CA: 'ca.pem', UPSTREAM_TIMEOUT: '3' }).upstream).toEqual({
      url: 'http://localhost:4000/api',
      keyFile: 'upstream.key',
      certificateFile: 'upstream.pem',
      authoritiesFile: 'ca.pem',
      timeoutMs: 3_000,
    });
    expect(readConfig(production).upstream).toMatchObject({ authoritiesFile: undefined, timeoutMs: 8_000 });
  });

  it('may not be the simulated one outside a sandbox', () => {
    const { DATABASE_URL, PUBLIC_URL, TRUST_ANCHORS } = production;
    const settings = { SANDBOX: 'false', DATABASE_URL, PUBLIC_URL, TRUST_ANCHORS };
    const told =
      'Wrong setting: SANDBOX=false needs BANK=upstream or BANK=core, because the simulated bank moves only play money. See .env.example.';
    expect(fault(settings)).toBe(told);
    expect(fault({ ...settings, BANK: 'simulated' })).toBe(told);
    expect(fault({ BANK: 'simulated' })).toBeNull();
  });

  it.each(['UPSTREAM_URL', 'UPSTREAM_KEY', 'UPSTREAM_CERTIFICATE'])('upstream without %s', (name) => {
    expect(fault({ ...upstream, [name]: '' })).toBe(
      `Wrong setting: BANK=upstream needs ${name}. See .env.example.`,
    );
  });

  it('upstream alone names all missing settings', () => {
    expect(fault({ BANK: 'upstream' })).toBe(
      'Wrong setting: BANK=upstream needs UPSTREAM_URL and UPSTREAM_KEY and UPSTREAM_CERTIFICATE. See .env.example.',
    );
  });

  it.each(['UPSTREAM_URL', 'UPSTREAM_KEY', 'UPSTREAM_CERTIFICATE', 'UPSTREAM_CA'])(
    '%s without BANK=upstream has no effect, so BANK is missing',
    (name) => {
      const told = `Wrong setting: ${name} needs BANK=upstream. See .env.example.`;
      expect(fault({ [name]: 'https://bank.example/' })).toBe(told);
      expect(fault({ [name]: 'https://bank.example/', BANK: 'simulated' })).toBe(told);
    },
  );

  it('upstream has less time for a call than a request has', () => {
    const told = 'Wrong setting: UPSTREAM_TIMEOUT must be less than REQUEST_DEADLINE. See .env.example.';
    expect(fault({ ...upstream, UPSTREAM_TIMEOUT: '10' })).toBe(told);
    expect(fault({ ...upstream, REQUEST_DEADLINE: '8' })).toBe(told);
    expect(fault({ ...upstream, UPSTREAM_TIMEOUT: '9' })).toBeNull();
    expect(fault({ UPSTREAM_TIMEOUT: '60' })).toBeNull();
  });

  it.each([
    ['https://bank.example', 'https://bank.example'],
    ['https://bank.example/api/', 'https://bank.example/api'],
    ['HTTPS://Bank.Example:8443/api', 'https://bank.example:8443/api'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://[::1]:4000/x', 'http://[::1]:4000/x'],
  ])('is called at %s', (given, url) => {
    expect(readConfig({ ...upstream, UPSTREAM_URL: given }).upstream).toMatchObject({ url });
  });

  it.each([
    'http://bank.example/api',
    'http://127.0.0.1.bank.example/',
    'http://localhost.bank.example/',
    'https://secret@bank.example/',
    'https://bank:secret@bank.example/',
    'https://bank.example/?secret=1',
    'https://bank.example/#secret',
    'ftp://bank.example/',
    'bank.example',
  ])('is not called at %s', (url) => {
    const message = fault({ ...upstream, UPSTREAM_URL: url }) ?? '';
    expect(message).toMatch(/^Wrong setting: UPSTREAM_URL must be an https URL, or http on a loopback host/);
    expect(message).not.toContain('secret');
  });
});

describe('traces', () => {
  const endpoint = 'http://collector:4318';
  const read = (env: Record<string, string>) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }).tracing;

  it('are off, whatever else is set, until they have an address', () => {
    expect(readConfig({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeNull();
    expect(read({})).toEqual({
      endpoint,
      headers: {},
      serviceName: 'psd2-bank',
      attributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
    });
  });

  it('go to an address with a path, with their own name, headers and share', () => {
    expect(
      read({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/of/us/',
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi=, x-tenant=a%2Cb,empty=',
        OTEL_SERVICE_NAME: 'bank-one',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test, team=a%2Cb,service.name=other',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.05',
      }),
    ).toEqual({
      endpoint: 'https://otlp.example/of/us',
      headers: { Authorization: 'Basic YTpi=', 'x-tenant': 'a,b', empty: '' },
      serviceName: 'bank-one',
      attributes: { 'deployment.environment.name': 'test', team: 'a,b', 'service.name': 'other' },
      sampler: 'traceidratio',
      ratio: 0.05,
    });
    expect(read({ OTEL_RESOURCE_ATTRIBUTES: 'service.name=bank-two' })?.serviceName).toBe('bank-two');
    for (const share of ['0', '1', '0.5', '.25', '1.0', '0.0'])
      expect(read({ OTEL_TRACES_SAMPLER_ARG: share })?.ratio).toBe(Number(share));
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'http or https'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=secret,,b=1', 'name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=secret', 'name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0d%0asecret', 'name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%secret', 'name=value'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'secret', 'name=value'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%secret', 'name=value'],
    ['OTEL_TRACES_SAMPLER', 'sometimes', 'always_on, always_off'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0.1', 'from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '1e-3', 'from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '10%', 'from 0 to 1'],
  ])('%s=%s stops the start', (name, value, told) => {
    const message = fault({ [name]: value }) ?? '';
    expect(message).toContain(`Wrong setting: ${name} must be `);
    expect(message).toContain(told);
    expect(message).not.toContain('secret');
  });

  it('accept no other OpenTelemetry name, and report each', () => {
    const others =
      'OTEL_SDK_DISABLED OTEL_PROPAGATORS OTEL_LOG_LEVEL OTEL_TRACES_EXPORTER OTEL_METRICS_EXPORTER ' +
      'OTEL_LOGS_EXPORTER OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_COMPRESSION ' +
      'OTEL_EXPORTER_OTLP_CERTIFICATE OTEL_EXPORTER_OTLP_INSECURE OTEL_EXPORTER_OTLP_CLIENT_KEY OTEL_BSP_SCHEDULE_DELAY ' +
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_TRACES_HEADERS OTEL_EXPORTER_OTLP_METRICS_ENDPOINT';
    for (const name of others.split(' ')) {
      expect(fault({ [name]: 'x' })).toContain(
        `Wrong setting: ${name} is not supported; the supported names are OTEL_`,
      );
      expect(fault({ [name]: '' })).toBeNull();
    }
    expect(fault({ OTEL_SDK_DISABLED: 'true' })).toBe(
      'Wrong setting: OTEL_SDK_DISABLED is not supported; the supported names are OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG. See .env.example.',
    );
    expect(fault({ OTEL_EXPORTER_OTLP_ENDPIONT: endpoint })).toContain('OTEL_EXPORTER_OTLP_ENDPOINT is');
    expect(fault({ OTEL_SERVICENAME: 'x' })).toContain('OTEL_SERVICE_NAME is');
  });
});

describe('an unknown name', () => {
  it.each([
    ['SANDBX', 'SANDBOX'],
    ['SANBDOX', 'SANDBOX'],
    ['sandbox', 'SANDBOX'],
    ['Sand_Box', 'SANDBOX'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URl', 'DATABASE_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['TRUST_ANCHOR', 'TRUST_ANCHORS'],
    ['SHUTDOWN_DELY', 'SHUTDOWN_DELAY'],
    ['DATADIR', 'DATA_DIR'],
    ['port', 'PORT'],
    ['Bank', 'BANK'],
    ['UPSTREAM_URI', 'UPSTREAM_URL'],
    ['UPSTREAM_CERTIFICAT', 'UPSTREAM_CERTIFICATE'],
  ])('%s resembles %s and stops the start, whatever its value', (name, meant) => {
    expect(fault({ [name]: 'secret' })).toBe(
      `Wrong setting: ${name} is not a setting, but ${meant} is. See .env.example.`,
    );
    expect(fault({ [name]: '' })).toBeNull();
  });

  it('is reported with the other faults, in one line', () => {
    const message = fault({ SANDBX: 'false', PORT: 'x' }) ?? '';
    expect(message).toMatch(/^Wrong setting: PORT must be [^;]+; SANDBX is not a setting, but SANDBOX is\./);
  });

  it('of another program is ignored', () => {
    const names =
      'PATH HOME HOSTNAME HOSTTYPE POST SORT XPORT PORTS HOSTS IS_SANDBOX SANDBOX_PORT DATABASE_PORT DATABASE_SERVICE_HOST ' +
      'DATABASE_PORT_5432_TCP PGHOST PGDATABASE NODE_ENV npm_config_loglevel npm_package_name npm_lifecycle_event TERM ' +
      'KUBERNETES_PORT KUBERNETES_SERVICE_HOST http_proxy NO_PROXY CI LANG SHLVL PWD OLDPWD _ TMPDIR XDG_DATA_DIRS';
    for (const name of names.split(' ')) expect([name, fault({ [name]: 'x' })]).toEqual([name, null]);
    expect(fault(process.env as Record<string, string>)).toBeNull();
  });

  it('costs little, for any number and length', () => {
    const env = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`${index}`.padStart(12, 'DATABASE_URLS'), 'x']),
    );
    const read = () => fault({ ...env, ['D'.repeat(1_000_000)]: 'x' });
    expect(cheapest(read, 2_000)).toBeLessThan(2_000);
  });
});

describe('an identity provider', () => {
  const all = {
    OIDC_ISSUER: 'https://idp.example/realm/',
    OIDC_CLIENT_ID: 'psd2',
    OIDC_KEY: 'oidc.key',
    OIDC_ACR: ' strong  stronger ',
  };

  it('is absent by default, and takes its issuer as it is written', () => {
    expect(readConfig({}).identity).toBeNull();
    expect(readConfig(all).identity).toEqual({
      issuer: 'https://idp.example/realm/',
      clientId: 'psd2',
      keyFile: 'oidc.key',
      acrValues: ['strong', 'stronger'],
      customerClaim: 'customer_number',
      timeoutMs: 5_000,
    });
  });

  it.each([
    [{ OIDC_KEY: '' }, 'OIDC_ISSUER needs OIDC_KEY'],
    [{ OIDC_CLIENT_ID: '', OIDC_ACR: '' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_ACR'],
    [{ OIDC_ACR: ' ' }, 'OIDC_ACR must name at least one value'],
    [
      { OIDC_ISSUER: '' },
      'OIDC_CLIENT_ID needs OIDC_ISSUER; OIDC_KEY needs OIDC_ISSUER; OIDC_ACR needs OIDC_ISSUER',
    ],
    [{ REQUEST_DEADLINE: '5' }, 'OIDC_ISSUER needs a REQUEST_DEADLINE above 5'],
    [
      { ...production, SANDBOX: 'true' },
      'OIDC_ISSUER cannot be used with BANK=upstream, which authenticates its PSUs itself',
    ],
  ])('%j: %s', (change, told) => {
    expect(fault(all)).toBeNull();
    expect(fault({ ...all, ...change })).toBe(`Wrong setting: ${told}. See .env.example.`);
  });

  it.each([
    'http://idp.example',
    'ftp://idp.example',
    'https://user@idp.example',
    'https://idp.example/?a=b',
    'idp',
  ])('is not called at %s', (issuer) => {
    expect(fault({ ...all, OIDC_ISSUER: issuer })).toContain('OIDC_ISSUER must be an https URL');
  });
});

describe('the seal of notifications', () => {
  const all = { NOTIFICATION_KEY: 'seal.key', NOTIFICATION_CERTIFICATE: 'seal.pem' };
  it('is absent by default, and takes a key with its certificate', () => {
    expect(readConfig({}).seal).toBeNull();
    expect(readConfig(all).seal).toEqual({ keyFile: 'seal.key', certificateFile: 'seal.pem' });
  });

  it.each([
    [{ NOTIFICATION_KEY: '' }, 'NOTIFICATION_CERTIFICATE needs NOTIFICATION_KEY'],
    [{ NOTIFICATION_CERTIFICATE: '' }, 'NOTIFICATION_KEY needs NOTIFICATION_CERTIFICATE'],
  ])('%j: %s', (change, text) => {
    expect(fault({ ...all, ...change })).toBe(`Wrong setting: ${text}. See .env.example.`);
  });
});

describe('PostgreSQL variables', () => {
  const url = 'postgres://bank:secret@db:5433/bank';
  it('are removed from the environment, and other variables stay', () => {
    const env: Record<string, string> = {
      PGOPTIONS: 'x',
      PGSSLMODE: 'require',
      PGP: '1',
      PG: '2',
      PORT: '0',
    };
    removePostgresVariables(env);
    expect(env).toEqual({ PG: '2', PORT: '0' });
  });

  it.each([
    [{ PGPASSWORD: 'x', PGHOST: 'x', PGPORT: '1', PGUSER: 'x', PGDATABASE: 'x' }, url, null],
    [
      { PGPASSWORD: 'x', PGOPTIONS: '-c a=b' },
      'postgres://bank@db/bank',
      /^Warning: the service ignores PGPASSWORD, PGOPTIONS\. /,
    ],
    [{ PGDATABASE: 'x' }, 'postgres://bank:secret@db', /^Warning: the service ignores PGDATABASE\. /],
  ])('%o together with %s', (env, DATABASE_URL, warning) => {
    const said = readConfig({ ...env, DATABASE_URL }).ignoredVariablesWarning;
    if (warning === null) expect(said).toBeNull();
    else expect(said).toMatch(warning);
  });

  it('cause no message with the embedded database', () => {
    expect(
      readConfig({ PGPASSWORD: 'x', PGOPTIONS: 'x', PGSSLMODE: 'require' }).ignoredVariablesWarning,
    ).toBeNull();
  });

  it('that require TLS are refused with each address without it', () => {
    const ask = { PGSSLMODE: 'require' };
    const addresses = { DATABASE_URL: `${url}?sslmode=verify-full`, DATABASE_READ_URL: url };
    expect(fault({ ...ask, ...addresses })).toContain(
      'the service ignores PGSSLMODE; set sslmode in DATABASE_READ_URL',
    );
    expect(
      fault({ ...ask, ...addresses, DATABASE_READ_URL: `${url}?application_name=x&ssl=true` }),
    ).toBeNull();
    expect(fault({ PGSSLMODE: 'disable', DATABASE_URL: url })).toBeNull();
  });
});

describe('a sandbox that looks like a bank', () => {
  it.each([
    [{}, null],
    [{ HOST: '127.0.0.2', PUBLIC_URL: 'http://localhost:4000', NODE_ENV: 'test' }, null],
    [{ HOST: '::1' }, null],
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
    [{ HOST: '::' }, 'HOST is ::'],
    [{ PUBLIC_URL: 'http://bank.example' }, 'PUBLIC_URL is http://bank.example'],
    [{ PUBLIC_URL: 'https://localhost' }, 'PUBLIC_URL is https://localhost'],
    [{ NODE_ENV: 'production', HOST: '10.0.0.1' }, 'HOST is 10.0.0.1 and NODE_ENV is production'],
    [{ SANDBOX: '', NODE_ENV: 'production' }, 'NODE_ENV is production'],
  ])('%o: %s, unless SANDBOX says that it is one', (env, signs) => {
    expect(readConfig(env).signsOfProduction).toBe(signs);
    expect(readConfig({ ...env, SANDBOX: 'true' }).signsOfProduction).toBeNull();
  });

  it('is not a bank', () => {
    expect(
      readConfig({ ...production, NODE_ENV: 'production', HOST: '0.0.0.0' }).signsOfProduction,
    ).toBeNull();
  });
});
