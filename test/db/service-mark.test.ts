import { describe, expect, it } from 'vitest';
import { DatabaseSetupError } from '../../src/db/prepare.ts';
import { claimDatabase, type ServiceMark } from '../../src/db/service-mark.ts';
import { cloneDatabase } from '../support/database.ts';

const where = 'The database of DATABASE_URL';
const sandbox: ServiceMark = { service: 'sandbox', bank: 'simulated' };
const claim = (url: string, mark: ServiceMark) => claimDatabase(url, mark, where);
const outcome = (claimed: Promise<void>) =>
  claimed.then(
    () => 'mine',
    (error: unknown) => (error instanceof DatabaseSetupError ? error.message : error),
  );

describe('a database', () => {
  it('gets the mark of its first service, and others of that kind start on it', async () => {
    const url = await cloneDatabase();
    for (let turn = 0; turn < 3; turn += 1) expect(await outcome(claim(url, sandbox))).toBe('mine');
  });

  it.each<[ServiceMark, ServiceMark, string]>([
    [
      { service: 'bank', bank: 'upstream' },
      sandbox,
      'belongs to a service with SANDBOX=false and BANK=upstream, and this is a service with SANDBOX=true and BANK=simulated',
    ],
    [
      sandbox,
      { service: 'sandbox', bank: 'core' },
      'belongs to a service with SANDBOX=true and BANK=simulated, and this is a service with SANDBOX=true and BANK=core',
    ],
    [
      { service: 'core-system', bank: 'simulated' },
      { service: 'bank', bank: 'core' },
      'belongs to a core system (npm run core), and this is a service with SANDBOX=false and BANK=core',
    ],
    [
      sandbox,
      { service: 'core-system', bank: 'simulated' },
      'belongs to a service with SANDBOX=true and BANK=simulated, and this is a core system (npm run core)',
    ],
  ])('of %o refuses %o', async (first, second, why) => {
    const url = await cloneDatabase();
    await claim(url, first);
    expect(await outcome(claim(url, second))).toBe(
      `${where} ${why}: correct the settings, or name another database. Nothing was changed.`,
    );
    expect(await outcome(claim(url, first))).toBe('mine');
  });

  it('belongs to one kind when several claim it at the same moment', async () => {
    const url = await cloneDatabase();
    const banks = ['simulated', 'upstream', 'core'] as const;
    const outcomes = await Promise.all(
      banks.map((bank) => outcome(claim(url, { service: 'sandbox', bank }))),
    );
    expect(outcomes.filter((one) => one === 'mine')).toHaveLength(1);
  });
});
