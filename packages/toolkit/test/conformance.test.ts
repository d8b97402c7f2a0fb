import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTrustStore } from '../../../src/security/trust.ts';
import { authority, certificateFor } from '../../../test/support/bank.ts';
import { nightly } from '../../../test/support/nightly.ts';
import { sections } from '../src/conformance/sections/list.ts';
import { otherSeed, startService, useService } from './support/service.ts';

const service = useService();
const folder = mkdtempSync(join(tmpdir(), 'tpp conformance '));
afterAll(() => rmSync(folder, { recursive: true }));

interface Told {
  readonly name: string;
  readonly outcome: string;
  readonly detail: string;
}
const checksOf = (json: { sections: { checks: Told[] }[] }) => json.sections.flatMap(({ checks }) => checks);

describe('this bank', () => {
  it('passes every check of every section, with sandbox and isolation', async () => {
    const { code, json, notes } = await service.run('conformance', '--sandbox', '--json');
    expect(checksOf(json).filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(json.sections.map(({ section }: { section: string }) => section)).toEqual(
      sections.map(({ section }) => section),
    );
    expect([code, json.summary.failed, json.summary.skipped]).toEqual([0, 0, 0]);
    expect(notes.split('\n')).toHaveLength(sections.length + 1);
  }, 120_000);

  it.runIf(nightly)(
    'passes the sandbox checks at any time of its clock',
    async () => {
      const moved = await service.run(
        'graphql',
        'mutation { advanceSandboxClock(input: { by: "P40D" }) { tppMessages { text } } }',
      );
      expect(moved.code).toBe(0);
      const { json } = await service.run('conformance', '--sandbox', '--only', '4', '--json');
      expect(checksOf(json).filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    },
    120_000,
  );
});

it('a bank passes that carries out what a PSU has approved after its response', async () => {
  const real = fetch;
  const readPaths = new Set<string>();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await real(url, init);
    const { pathname } = new URL(url);
    if (!pathname.endsWith('/status')) return answer;
    const { transactionStatus } = (await answer.clone().json()) as { transactionStatus: string };
    const isFirst = ['ACSC', 'CANC'].includes(transactionStatus) && !readPaths.has(pathname);
    if (!isFirst) return answer;
    readPaths.add(pathname);
    return Response.json({ transactionStatus: 'PDNG' });
  });
  const { json } = await service.run('conformance', '--sandbox', '--only', '3', '--json');
  vi.unstubAllGlobals();
  const failed = checksOf(json).filter(({ outcome }) => outcome === 'failed');
  // Nobody else has to carry out the cancellation of a payment that nobody has approved.
  expect(failed.map(({ name }) => name)).toEqual([
    'a payment that is cancelled before its approval is CANC, and final',
  ]);
});

it.each(['0', 'Wed, 21 Oct 2015 07:28:00 GMT'])(
  'a bank passes that limits the rate of requests, with Retry-After: %s',
  async (retryAfter) => {
    const real = fetch;
    let requests = 0;
    const refusal = { status: 429, headers: { 'Retry-After': retryAfter } };
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      requests += 1;
      return requests % 3 === 0 ? Response.json({ code: 'ACCESS_EXCEEDED' }, refusal) : real(url, init);
    });
    const { json } = await service.run('conformance', '--only', '4.5', '--json');
    vi.unstubAllGlobals();
    expect(checksOf(json).filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  },
);

describe('a sandbox with other customers', () => {
  it.runIf(nightly)(
    'without any account passes all checks that do not approve',
    async () => {
      const other = await startService({ seed: { customers: [] } });
      const { json } = await other.run('conformance', '--sandbox', '--json');
      await other.stop();
      expect(checksOf(json).filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    },
    60_000,
  );

  it.each([
    ['approves as its first private customer', otherSeed, []],
    ['without one, the checks that approve are skipped by name', { customers: [] }, ['skipped']],
  ])('%s', async (_, seed, outcomes) => {
    const other = await startService({ seed });
    const { code, json } = await other.run('conformance', '--sandbox', '--only', '3', '--json');
    await other.stop();
    const rest = checksOf(json).filter(({ outcome }) => outcome !== 'passed');
    expect([code, json.summary.failed, [...new Set(rest.map(({ outcome }) => outcome))]]).toEqual([
      0,
      0,
      outcomes,
    ]);
    for (const { detail } of rest) expect(detail).toContain('private customer');
  });
});

describe('the sections', () => {
  it('are those of the specification with visible behaviour, each once, each with checks', () => {
    const numbers = sections.map(({ section }) => section);
    expect(numbers).toEqual(
      '1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 3 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 5.1 5.2 7.1 7.2 7.3 8 9'.split(
        ' ',
      ),
    );
    for (const { checks } of sections) {
      expect(checks.length).toBeGreaterThan(0);
      expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
    }
  });

  it('can be selected, and without --sandbox use no feature of a sandbox', async () => {
    const { code, json } = await service.run('conformance', '--only', '4', '--json');
    expect(json.sections.map(({ section }: { section: string }) => section)).toEqual([
      '4.1',
      '4.2',
      '4.3',
      '4.4',
      '4.5',
      '4.6',
      '4.7',
      '4.8',
    ]);
    expect([code, json.summary.failed]).toEqual([0, 0]);
    const skipped = checksOf(json).filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.length).toBe(json.summary.skipped);
    for (const { detail } of skipped) expect(detail).toContain('--sandbox');
  });
});

it('a file of the sandbox CA without a certificate only means that there is no second TPP', async () => {
  const other = await startService();
  try {
    await writeFile(join(other.env.DATA_DIR ?? '', 'tpp/ca.pem'), 'no certificate');
    const { code, json } = await other.run('conformance', '--as', 'demo', '--only', '2.6', '--json');
    expect([code, json.summary.failed]).toEqual([0, 0]);
  } finally {
    await other.stop();
  }
});

describe('a report', () => {
  it('is text or JUnit, and goes to a file on request', async () => {
    const text = await service.run('conformance', '--only', '2.6');
    expect(text.out).toMatch(
      /^2\.6 {2}Country codes\n {2}✓ NO is a country\n[\s\S]*\n\d+ passed, 0 failed, 0 skipped$/,
    );
    const file = join(folder, 'report.xml');
    const junit = await service.run('conformance', '--only', '2.6', '--report', 'junit', '--out', file);
    expect(junit.out).toBe('');
    const xml = await readFile(file, 'utf8');
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="conformance" tests="7" failures="0"/,
    );
    expect(xml).toContain(
      '<testcase classname="2.6" name="&#39;XX&#39; is not a country"'.replaceAll('&#39;', "'"),
    );
    const unreached = await service.run('conformance', '--url', 'http://127.0.0.1:2', '--out', file);
    expect([unreached.code, await readFile(file, 'utf8')]).toEqual([3, xml]);
  });

  it('names the differences of a bank', async () => {
    const real = fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await real(url, init);
      // A bank that accepts every amount with 201.
      return answer.status === 400
        ? Response.json({ paymentId: 'x', transactionStatus: 'RCVD' }, { status: 201 })
        : answer;
    });
    const { code, json } = await service.run('conformance', '--only', '2.6', '--json');
    vi.unstubAllGlobals();
    expect([code, json.summary]).toEqual([1, { passed: 3, failed: 4, skipped: 0 }]);
    const failed = checksOf(json).find(({ outcome }) => outcome === 'failed');
    expect(failed?.detail).toBe('expected 400 FORMAT_ERROR creditorAddress.country, got HTTP 201');
  });
});

describe('a faulty bank', () => {
  function spoilt(path: RegExp, spoil: (json: never) => unknown): void {
    const real = fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await real(url, init);
      const concerned = init.method === 'GET' && path.test(new URL(url).pathname) && answer.ok;
      return concerned ? Response.json(spoil((await answer.json()) as never), answer) : answer;
    });
  }
  interface Cards {
    readonly cardTransactions: { readonly booked: { transactionAmount: { amount: unknown } }[] };
  }

  it.each([
    [
      'card transactions, oldest first',
      '4.7',
      /transactions$/,
      (json: Cards) => ({
        ...json,
        cardTransactions: { ...json.cardTransactions, booked: json.cardTransactions.booked.toReversed() },
      }),
      'the newest booking comes first',
    ],
    [
      'amounts of cards as texts',
      '2.9',
      /transactions$/,
      (json: Cards) => {
        for (const { transactionAmount } of json.cardTransactions.booked)
          transactionAmount.amount = String(transactionAmount.amount);
        return json;
      },
      'it has the fields of the table',
    ],
    [
      'details of another debtor account',
      '3',
      /straks\/[^/]+$/,
      (json: object) => ({ ...json, debtorAccount: {} }),
      'the details have the fields as they were sent',
    ],
    [
      'a customer without its agreements',
      '2.7',
      /customers\/[^/]+$/,
      (json: object) => ({ ...json, agreements: [] }),
      'a new private customer has an agreement',
    ],
  ] as const)('%s', async (_, section, path, spoil, name) => {
    spoilt(path, spoil as (json: never) => unknown);
    const { code, json } = await service.run('conformance', '--sandbox', '--only', section, '--json');
    vi.unstubAllGlobals();
    const failed = checksOf(json).filter(({ outcome }) => outcome === 'failed');
    expect([code, failed.map((one) => one.name)]).toEqual([1, [name]]);
  });
});

describe('a bank whose links cannot be followed fails its checks, and the report is complete', () => {
  it.each([
    ['absolute', '"href":"/v1/', '"href":"https://bank.example/v1/', 'does not begin with a slash'],
    ['changed by Node', '"href":"/v1/', '"href":"/v1/../v1/', 'Node changes a path'],
    [
      'without a host',
      /"href":"http:[^"]*(?=\/sca\/)/g,
      '"href":"',
      'scaRedirect is not an absolute address',
    ],
  ])('%s', async (_, href, otherHref, detail) => {
    const real = fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await real(url, init);
      return new Response((await answer.text()).replaceAll(href, otherHref) || null, answer);
    });
    const { code, json } = await service.run('conformance', '--sandbox', '--only', '3', '--json');
    vi.unstubAllGlobals();
    const details = checksOf(json).map((one) => one.detail);
    expect([code, details.filter((one) => one.includes(detail)).length > 1]).toEqual([1, true]);
  });
});

it('a bank passes that returns the payments of a basket in another order', async () => {
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await real(url, init);
    if (init.method !== 'GET' || !/signing-baskets\/[^/]+$/.test(url)) return answer;
    const json = (await answer.json()) as { paymentIds: string[] };
    return Response.json({ ...json, paymentIds: json.paymentIds.toReversed() }, answer);
  });
  const { json } = await service.run('conformance', '--only', '2.3', '--json');
  vi.unstubAllGlobals();
  expect(json.summary.failed).toBe(0);
});

it('a page of the bank that fails is a failed check, and the report is complete', async () => {
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit) =>
    String(url).includes('/sca/') ? new Response('', { status: 500 }) : real(url, init),
  );
  const { code, json } = await service.run('conformance', '--sandbox', '--only', '3', '--json');
  vi.unstubAllGlobals();
  const failed = checksOf(json).filter(({ outcome }) => outcome === 'failed');
  expect([code, failed.length > 1]).toEqual([1, true]);
  for (const { detail } of failed) expect(detail).toContain('the page of the bank failed with HTTP 500');
});

it('3: an address that redirects is not a bank', async () => {
  const headers = { location: 'https://bank.example/' };
  vi.stubGlobal('fetch', async () => new Response(null, { status: 301, headers }));
  const { code, out, notes } = await service.run('conformance');
  vi.unstubAllGlobals();
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(notes).toContain('redirects to https://bank.example/. Name the address of the service with --url.');
});

describe('the checks of cards delete their card accounts, so that a sandbox does not fill up', () => {
  const count = async () =>
    (await service.run('graphql', '{ sandboxCardAccounts { totalCount } }', '--as', 'conformance')).json.data
      .sandboxCardAccounts.totalCount;
  const real = fetch;
  const refusesReads = (url: string, init: RequestInit) =>
    init.method === 'GET' && /\/transactions/.test(url)
      ? Response.json({}, { status: 503 })
      : real(url, init);

  it.each([
    ['that pass', real, 0],
    ['that fail', refusesReads, 6],
  ])('%s', async (_, bankFetch, failed) => {
    await service.run('conformance', '--sandbox', '--only', '2.7');
    const before = await count();
    vi.stubGlobal('fetch', bankFetch);
    const { json } = await service.run('conformance', '--sandbox', '--only', '4.7', '--json');
    vi.unstubAllGlobals();
    expect([json.summary.failed, await count()]).toEqual([failed, before]);
  });
});

it('a bank that ends the connection instead of refusing a request fails that check', async () => {
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (String(init.body).length < 262_144) return real(url, init);
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET', message: 'read ECONNRESET' } });
  });
  const { code, json } = await service.run('conformance', '--only', '7.2', '--json');
  vi.unstubAllGlobals();
  const failed = checksOf(json).filter(({ outcome }) => outcome === 'failed');
  expect([code, failed.map((one) => one.name)]).toEqual([1, ['a body that is too large is 413']]);
  expect(failed[0]?.detail).toContain('closed the connection before the response was complete');
});

describe('the caller of the checks', () => {
  it('is its own TPP in a sandbox; the report lists the data it leaves', async () => {
    const before = await service.bank.sql`select tpp_id, count(*) from payments group by tpp_id`;
    const { notes } = await service.run('conformance', '--only', '4.5');
    expect(notes).toMatch(/The checks created at the bank: \d+ payments/);
    const after = await service.bank.sql`select tpp_id, count(*) from payments group by tpp_id`;
    const others = (rows: readonly Record<string, unknown>[]) =>
      rows.filter(({ tpp_id }) => tpp_id !== 'PSDNO-FSA-CONFORMANCE');
    expect(others(after)).toEqual(others(before));
  });

  it('has no second TPP of the local sandbox together with one of another CA: its checks are skipped by name', async () => {
    const elsewhere = await startService({ trust: createTrustStore([authority.certificatePem]) });
    const seal = certificateFor('PSDNO-FSA-ELSEWHERE');
    const [certificate, key] = [join(folder, 'seal.pem'), join(folder, 'seal.key')];
    await writeFile(certificate, seal.certificatePem);
    await writeFile(key, seal.privateKeyPem);
    const named = ['--certificate', certificate, '--key', key];
    const { json } = await elsewhere.run('conformance', '--sandbox', '--only', '4.1', ...named, '--json');
    await elsewhere.stop();
    expect(json.summary.failed).toBe(0);
    const skipped = checksOf(json).filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.length).toBeGreaterThan(0);
    for (const { detail } of skipped) expect(detail).toContain('--other-certificate');
  });

  it('skips the checks of a second TPP if the first one is the TPP that it would create', async () => {
    await service.run('certificate', 'conformance-other');
    const { json } = await service.run('conformance', '--as', 'conformance-other', '--only', '4.1', '--json');
    expect(json.summary.failed).toBe(0);
    const skipped = checksOf(json).filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining('--other-certificate'),
    );
  });
});

describe('a usage error is reported in one line', () => {
  it.each(['demo', 'renamed'])('a second TPP that is the first: %s', async (second) => {
    await service.run('certificate', 'renamed', '--id', 'PSDNO-FSA-DEMOTPP1');
    const [certificate, key] = [`${second}.pem`, `${second}.key`].map((name) =>
      join(service.env.DATA_DIR ?? '', 'tpp', name),
    );
    const other = ['--other-certificate', certificate ?? '', '--other-key', key ?? ''];
    const { code, out, notes } = await service.run('conformance', '--as', 'demo', ...other, '--only', '2.6');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(notes).toBe('--other-certificate must be of another TPP than the first certificate.');
  });

  it.each([
    ['an unknown section', ['--only', '6'], 2],
    ['a section that begins like one', ['--only', '4.'], 2],
    ['an unknown report', ['--report', 'pdf'], 2],
    ['a file that cannot be written', ['--out', '/nowhere/x', '--only', '2.6'], 2],
    ['half of a second TPP', ['--other-key', 'x'], 2],
    ['a service that is not there', ['--url', 'http://127.0.0.1:2'], 3],
  ])('%s', async (_, args, expected) => {
    const { code, out, notes } = await service.run('conformance', ...args);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(notes).toMatch(/^[^\n]{8,300}$/);
  });
});
