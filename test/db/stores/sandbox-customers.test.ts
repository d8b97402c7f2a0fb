import { beforeAll, describe, expect, it } from 'vitest';
import { createCustomerDirectory } from '../../../src/db/stores/customers.ts';
import type { Stores } from '../../../src/operations/ports/stores.ts';
import { raw } from '../support/raw.ts';
import { minute, ours, shareStoreroom, start, theirs } from '../support/rows.ts';
import { account, agreement, customer, engagement, fillSandbox } from '../support/sandbox-rows.ts';

const all = { limit: 1_000, offset: 0 };

const room = shareStoreroom();
const write = <T>(work: (stores: Stores) => Promise<T>) => room.work.transaction(work);
const numbersOf = (rows: readonly { readonly customerNumber: string | null }[]) =>
  rows.map(({ customerNumber }) => customerNumber);
beforeAll(() => fillSandbox(room));

describe('customers', () => {
  const whole = {
    customerId: 'c2',
    customerNumber: 'number c2',
    customerType: 'CORPORATE',
    customerName: 'name c2',
    agreements: [
      { id: 'g0', name: 'name g0', engagements: [] },
      { id: 'g1', name: 'name g1', engagements: ['e0', 'e1', 'e2'] },
      { id: 'g2', name: 'name g2', engagements: ['e3'] },
    ],
    accounts: ['r3'],
    cardAccounts: [],
  };

  it('are listed oldest first, with all their data', async () => {
    const { customers } = room.read.sandbox;
    expect(numbersOf(await customers.list(ours, all))).toEqual([
      'number c1',
      'number c2',
      'number c3',
      'number c4',
    ]);
    expect(numbersOf(await customers.list(ours, { offset: 1, limit: 2 }))).toEqual([
      'number c2',
      'number c3',
    ]);
    expect(await customers.find(ours, 'c2')).toEqual(whole);
    expect(await customers.find(theirs, 'c2')).toBeNull();
    expect(await customers.find(ours, 'c1')).toMatchObject({
      accounts: ['r0', 'r1', 'r2'],
      cardAccounts: ['k0', 'k1', 'k2'],
    });
    expect(await customers.findMany(ours, ['c2', 'x1', 'nobody'])).toEqual([whole]);
  });

  it('have a unique number', async () => {
    const again = write(async ({ sandbox }) => {
      if (
        !(await sandbox.customers.insert([customer('c5'), customer('c6', { customerNumber: 'number c1' })]))
      )
        throw new Error('taken');
    });
    await expect(again).rejects.toThrow('taken');
  });

  it('are held by number, or by either name, and locked by id', async () => {
    await write(async ({ sandbox: { customers } }) => {
      const held = async (tppId: string, name: Parameters<typeof customers.lockAgainstDeletion>[1]) =>
        (await customers.lockAgainstDeletion(tppId, name))?.customerId ?? null;
      expect(await held(ours, { customerNumber: 'number c1' })).toBe('c1');
      expect(await held(theirs, { customerNumber: 'number c1' })).toBe('x1');
      expect(await held(ours, { customerNumber: 'c1' })).toBeNull();
      expect(await held(ours, { numberOrId: 'c1' })).toBe('c1');
      expect(await held(ours, { numberOrId: 'number c1' })).toBe('c1');
      expect(await held(ours, { numberOrId: 'x1' })).toBeNull();
      expect(await customers.lock(ours, 'c1')).toBe(true);
      expect(await customers.lock(theirs, 'c1')).toBe(false);
      expect(await customers.lock(ours, 'nobody')).toBe(false);
    });
  });
});

describe('the lookup of a person', () => {
  const named = async (found: Promise<{ customerId: string } | null>) => (await found)?.customerId ?? null;

  it('goes by number within the TPP, and by id', async () => {
    const { customers } = room.read;
    expect(await customers.byNumber(ours, 'number c1')).toEqual({
      customerId: 'c1',
      customerNumber: 'number c1',
      customerType: 'PRIVATE',
      customerName: 'name c1',
    });
    expect(await named(customers.byNumber(theirs, 'number c1'))).toBe('x1');
    expect(await named(customers.byNumber(ours, 'number'))).toBeNull();
    expect(await named(customers.byId('c2'))).toBe('c2');
    expect(await named(customers.byId('nobody'))).toBeNull();
  });

  it('goes by the accounts that a debtor names', async () => {
    const { customers } = room.read;
    const by = (bban: string, tppId = ours) =>
      customers.accountsByReference(tppId, { bban, currency: 'NOK' });
    const of = (kind: 'ACCOUNT' | 'CARD_ACCOUNT', id: string, holder: string | null) => ({
      account: { kind, id },
      holder: holder === null ? null : expect.objectContaining({ customerId: holder }),
    });
    expect(await by('r3')).toEqual([of('ACCOUNT', 'r3', 'c2')]);
    expect(await by('r3', theirs)).toEqual([]);
    expect(await by('r4')).toEqual([of('ACCOUNT', 'r4', null)]);
    const card = (identification: string, tppId = ours) =>
      customers.accountsByReference(tppId, {
        other: { identification, schemeNameProprietary: 'creditCardAccount' },
        currency: 'NOK',
      });
    expect(await card('k2')).toEqual([of('CARD_ACCOUNT', 'k2', 'c1')]);
    expect(await card('k2', theirs)).toEqual([]);
    expect(await card('r3')).toEqual([]);
    expect(await card('4925xxxx1234')).toEqual(['k0', 'k1', 'k2'].map((id) => of('CARD_ACCOUNT', id, 'c1')));
    expect(await customers.accountById(ours, { kind: 'ACCOUNT', id: 'r3' })).toEqual(
      of('ACCOUNT', 'r3', 'c2'),
    );
    expect(await customers.accountById(ours, { kind: 'CARD_ACCOUNT', id: 'k0' })).toEqual(
      of('CARD_ACCOUNT', 'k0', 'c1'),
    );
    expect(await customers.accountById(theirs, { kind: 'CARD_ACCOUNT', id: 'k0' })).toBeNull();
    expect(await customers.accountById(ours, { kind: 'CARD_ACCOUNT', id: 'r3' })).toBeNull();
  });

  it('finds the oldest private customer first', async () => {
    expect(await named(room.read.customers.oldestPrivate(ours))).toBe('c1');
    await room.sql`update sandbox_customers set created_at = created_at + interval '1 hour' where customer_id = 'c1'`;
    expect(await named(room.read.customers.oldestPrivate(ours))).toBe('c3');
    await room.sql`update sandbox_customers set created_at = created_at - interval '1 hour' where customer_id = 'c1'`;
    expect(await named(room.read.customers.oldestPrivate(theirs))).toBe('x1');
    expect(await named(room.read.customers.oldestPrivate('PSDNO-FSA-NOBODY'))).toBeNull();
  });

  it('offers some by number, filtered by a type or a number', async () => {
    const some = async (type: 'PRIVATE' | 'CORPORATE' | null, number: string | null, limit = 9) =>
      (await room.read.customers.findMatching(ours, { type, number }, limit)).map(
        ({ customerId }) => customerId,
      );
    expect(await some(null, null)).toEqual(['c1', 'c2', 'c3', 'c4']);
    expect(await some(null, null, 2)).toEqual(['c1', 'c2']);
    expect(await some('CORPORATE', null)).toEqual(['c2', 'c4']);
    expect(await some('CORPORATE', 'number c4')).toEqual(['c4']);
    expect(await some('CORPORATE', 'number c1')).toEqual([]);
  });

  it('finds customers of a rare type among many', async () => {
    const tppId = 'PSDNO-FSA-MANY';
    await write(({ sandbox }) =>
      sandbox.customers.insert(
        Array.from({ length: 201 }, (_, index) =>
          customer(`many ${index}`, {
            tppId,
            customerNumber: String(1_000 + index),
            customerType: index < 199 ? 'PRIVATE' : 'CORPORATE',
          }),
        ),
      ),
    );
    expect(
      await room.read.customers.findMatching(tppId, { type: 'CORPORATE', number: null }, 9),
    ).toHaveLength(2);
  });

  it('finds corporate agreements, as owner or by an engagement', async () => {
    const of = async (customerId: string, tppId = ours, corporateId: string | null = null) =>
      (await room.read.customers.agreementsOf(tppId, customerId, corporateId)).map(
        ({ agreementId }) => agreementId,
      );
    expect(await of('c1')).toEqual(['g1', 'g2']);
    expect(await of('c2')).toEqual(['g0', 'g1', 'g2']);
    expect(await of('c4')).toEqual(['g4']);
    expect(await of('c3')).toEqual([]);
    expect(await of('c1', theirs)).toEqual([]);
    expect(await of('c1', ours, 'g2')).toEqual(['g2']);
    expect(await of('c2', ours, 'number c2')).toEqual(['g0', 'g1', 'g2']);
    expect(await of('c1', ours, 'number c2')).toEqual(['g1', 'g2']);
    expect(await of('c1', ours, 'g0')).toEqual([]);
    expect(await of('c1', ours, 'number c1')).toEqual([]);
    expect(await room.read.customers.agreementsOf(ours, 'c4', null)).toEqual([
      { agreementId: 'g4', name: 'name g4', ownerNumber: 'number c4' },
    ]);
  });

  it('reads only the agreement that is named, however many engagements the customer has', async () => {
    const tppId = 'PSDNO-FSA-MANY-AGREEMENTS';
    const ids = Array.from({ length: 2_000 }, (_, index) => `g${1_000 + index}`);
    const ownerOf = (index: number) => `owner ${Math.floor(index / 100)}`;
    await write(async ({ sandbox: { customers, accounts, agreements } }) => {
      const owners = [...new Set(ids.map((_, index) => ownerOf(index)))];
      await customers.insert([
        ...owners.map((id) => customer(id, { tppId, customerNumber: id, customerType: 'CORPORATE' })),
        customer('clerk', { tppId, customerNumber: 'clerk' }),
      ]);
      await accounts.insert([account('paying', { tppId, customerId: 'owner 0', customerNumber: 'owner 0' })]);
      await agreements.insert(ids.map((id, index) => agreement(id, ownerOf(index), { tppId })));
      await agreements.insertEngagements(
        ids.map((agreementId) =>
          engagement(`of ${agreementId}`, { tppId, agreementId, customerId: 'clerk', accountId: 'paying' }),
        ),
      );
    });
    await room.sql`analyze sandbox_customers, sandbox_agreements, sandbox_engagements`;
    const rowsRead = `select sum(idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname like 'sandbox_%'`;
    await room.database.transaction(async (session) => {
      const customers = createCustomerDirectory(session);
      const [before] = await raw<{ count: number }>(session, rowsRead);
      expect(await customers.agreementsOf(tppId, 'clerk', 'g1200')).toHaveLength(1);
      const [after] = await raw<{ count: number }>(session, rowsRead);
      expect((after?.count ?? 0) - (before?.count ?? 0)).toBeLessThan(100);
    });
  });

  it('finds an account to pay from only by the role REGISTER', async () => {
    const { customers } = room.read;
    expect(await customers.hasEngagement('g1', 'c1', 'r3')).toBe(true);
    expect(await customers.hasEngagement('g2', 'c1', 'r3')).toBe(false);
    expect(await customers.hasEngagement('g1', 'c3', 'r3')).toBe(false);
    expect(await customers.hasEngagement('g1', 'c1', 'r1')).toBe(false);
  });
});

describe('agreements', () => {
  it('are listed oldest first, with their engagements', async () => {
    const list = await room.read.sandbox.agreements.list(ours, all);
    expect(list.map(({ id, owner, engagements }) => `${id} ${owner} ${engagements.join(' ')}`)).toEqual([
      'g0 number c2 ',
      'g1 number c2 e0 e1 e2',
      'g3 number c1 ',
      'g2 number c2 e3',
      'g4 number c4 ',
    ]);
    expect(list[1]).toEqual({
      id: 'g1',
      name: 'name g1',
      owner: 'number c2',
      createdAt: expect.any(Number),
      engagements: ['e0', 'e1', 'e2'],
    });
  });

  it('are found by their TPP, and by their owner the oldest of them', async () => {
    const { agreements } = room.read.sandbox;
    expect(await agreements.ownerOf(ours, 'g4')).toBe('c4');
    expect(await agreements.ownerOf(theirs, 'g4')).toBeNull();
    expect(await agreements.ownerOf(ours, 'nothing')).toBeNull();
    expect(await agreements.oldestAgreementIdOf('c2')).toBe('g0');
    expect(await agreements.oldestAgreementIdOf('c3')).toBeNull();
  });

  it('gain and lose an engagement by all its names', async () => {
    const { agreements } = room.read.sandbox;
    const e1 = {
      engagementId: 'e1',
      agreementId: 'g1',
      customer: 'number c1',
      bban: 'r3',
      iban: 'NO1',
      roles: ['VIEW'],
    };
    expect(await agreements.findEngagement(ours, 'g1', 'e1')).toEqual(e1);
    const wrong: readonly (readonly [string, string, string])[] = [
      [theirs, 'g1', 'e1'],
      [ours, 'g2', 'e1'],
      [ours, 'g1', 'e3'],
    ];
    for (const names of wrong) {
      expect(await agreements.findEngagement(...names)).toBeNull();
      expect(await write(({ sandbox }) => sandbox.agreements.removeEngagement(...names))).toBe(false);
    }
    expect(await write(({ sandbox }) => sandbox.agreements.removeEngagement(ours, 'g1', 'e1'))).toBe(true);
    expect(await agreements.findEngagement(ours, 'g1', 'e1')).toBeNull();
    expect(await agreements.findEngagement(ours, 'g1', 'e0')).not.toBeNull();
  });
});

describe('a sandbox', () => {
  it('is locked with its customers, in the order of their ids, and cleared of them and of accounts without an owner', async () => {
    await write(async ({ sandbox }) => {
      await sandbox.accounts.insert([
        account('rn', { tppId: theirs, customerId: null, customerNumber: null, createdAt: start - minute }),
      ]);
      const ids = await sandbox.lock(ours);
      expect(ids).toEqual(['c1', 'c2', 'c3', 'c4']);
      await sandbox.wipe(ours, ['c1', 'c3']);
    });
    expect(numbersOf(await room.read.sandbox.customers.list(ours, all))).toEqual(['number c2', 'number c4']);
    expect((await room.read.sandbox.accounts.list(ours, all)).map(({ resourceId }) => resourceId)).toEqual([
      'r3',
    ]);
    expect((await room.read.sandbox.accounts.list(theirs, all)).map(({ resourceId }) => resourceId)).toEqual([
      'rn',
      'rx',
    ]);
    expect(await room.read.sandbox.cards.list(ours, all)).toEqual([]);
    expect(await room.read.sandbox.customers.list(theirs, all)).toHaveLength(1);
  });
});
