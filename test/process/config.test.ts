/** Settings are read in one place, mirrored in .env.example, and a wrong one is named at the start. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settings } from '../../src/config.ts';

const example = Object.fromEntries(
  readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);

/** The message of the refusal; null when the settings are taken. */
function fault(env: Record<string, string>): string | null {
  try {
    readConfig(env);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
}

describe('.env.example', () => {
  it('lists every setting and no other', () => {
    expect(Object.keys(example).sort()).toEqual(Object.keys(settings).sort());
  });

  it('holds the defaults', () => {
    expect(readConfig(example)).toEqual(readConfig({}));
    for (const [name, { check }] of Object.entries(settings)) {
      const { data } = check.safeParse(undefined);
      expect([name, example[name]]).toEqual([name, data === undefined ? '' : String(data)]);
    }
  });
});

describe('defaults', () => {
  it('are those of contract 1 and 12', () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      sandbox: true,
      signatureMaxAgeSeconds: 300,
      requestDeadlineMs: 10_000,
      requestsAtOnce: 500,
      rateLimit: 0,
    });
  });

  it('limit the rate of a TPP outside a sandbox, unless it is switched off', () => {
    expect(readConfig({ SANDBOX: 'false' }).rateLimit).toBe(100);
    expect(readConfig({ SANDBOX: 'false', RATE_LIMIT: '0' }).rateLimit).toBe(0);
    expect(readConfig({ RATE_LIMIT: '7' }).rateLimit).toBe(7);
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
  ])('%s: %i and %i are taken, one beyond is not, nor is what is no whole number', (name, least, most) => {
    for (const value of [least, most]) expect(fault({ [name]: String(value) })).toBeNull();
    for (const value of [least - 1, most + 1, '1.5', '1e1', '0x10', ' ', '5s', 'NaN'])
      expect(fault({ [name]: String(value) })).toMatch(
        new RegExp(`^Wrong setting: ${name} must be .*from ${least} to ${most}\\. See .env.example\\.$`),
      );
  });

  it.each([
    ['SANDBOX', 'yes', 'true or false'],
    ['PUBLIC_URL', 'ftp://x', 'http or https'],
    ['DATABASE_URL', 'mysql://user:secret@x', 'postgres://'],
    ['LOG_LEVEL', 'loud', 'fatal, error'],
  ])('%s=%s', (name, value, told) => {
    const message = fault({ [name]: value }) ?? '';
    expect(message).toContain(`Wrong setting: ${name} must be `);
    expect(message).toContain(told);
    expect(message).not.toContain('secret');
    expect(message).not.toContain('\n');
  });

  it('several at once, and an empty value counts as unset', () => {
    const message = fault({ PORT: 'x', RATE_LIMIT: '-1', REQUEST_DEADLINE: '0', SANDBOX: '' });
    for (const name of ['PORT', 'RATE_LIMIT', 'REQUEST_DEADLINE'])
      expect(message).toContain(`${name} must be`);
    expect(message).not.toContain('SANDBOX');
  });
});
