import { beforeAll, describe, expect, it } from 'vitest';
import { nextScaStatus } from '../../../src/domain/authorisations/authorisation.ts';
import type { AuthorisationRecord } from '../../../src/operations/ports/stores.ts';
import { behind, holding } from '../../support/interleave.ts';
import {
  authorisation,
  basket,
  factsOf,
  minute,
  ours,
  payment,
  shareStoreroom,
  start,
  theirs,
} from '../support/rows.ts';

const room = shareStoreroom();
beforeAll(async () => {
  await room.work.transaction(async ({ payments, baskets }) => {
    for (const id of ['p1', 'p2']) await payments.insert(payment(id));
    await baskets.insert(basket('b1'), ['p1']);
  });
});

const insert = (...records: readonly AuthorisationRecord[]) =>
  room.work.transaction(async ({ authorisations }) => {
    for (const record of records) await authorisations.insert(record);
  });
const idsOf = (rows: readonly AuthorisationRecord[]) => rows.map(({ authorisationId }) => authorisationId);

describe('an authorisation', () => {
  it('is found by its TPP alone, by its link, and locked', async () => {
    const one = authorisation('a1', {
      endedAt: start + minute,
      endReason: 'APPROVED',
      scaStatus: 'finalised',
    });
    await insert(one, authorisation('a2'));
    const { authorisations } = room.read;
    expect(await authorisations.find(ours, 'a1')).toEqual(one);
    expect(await authorisations.find(theirs, 'a1')).toBeNull();
    const linked = { ...one, openBasketId: null, tppName: ours, clockOffset: 0, clockOffsetAfterMove: 0 };
    expect(await authorisations.findByToken(ours, 'link of a1')).toEqual(linked);
    expect(await authorisations.findByToken(theirs, 'link of a1')).toBeNull();
    expect(await authorisations.findByToken(ours, 'a1')).toBeNull();
    await room.work.transaction(async (stores) => {
      expect(await stores.authorisations.lock('a1')).toEqual({ ...one, openBasketId: null });
      expect(await stores.authorisations.lock('nobody')).toBeNull();
    });
  });

  it('changes only in the named fields, and no other authorisation changes', async () => {
    const change = (id: string, what: object) =>
      room.work.transaction(({ authorisations }) => authorisations.update(id, what));
    const read = (id: string) => room.read.authorisations.find(ours, id);
    await insert(authorisation('c1'), authorisation('c2'));
    await change('c1', { wrongAttempts: 2, wrongCodes: 1 });
    expect(await read('c1')).toEqual(authorisation('c1', { wrongAttempts: 2, wrongCodes: 1 }));
    await change('c1', { expiresAt: start + 20 * minute });
    expect(await read('c1')).toMatchObject({ expiresAt: start + 20 * minute, endedAt: null, wrongCodes: 1 });
    await change('c1', { endedAt: start + 3 * minute });
    expect(await read('c1')).toMatchObject({ expiresAt: start + 20 * minute, endedAt: start + 3 * minute });
    await change('c1', { opened: true });
    expect(await read('c1')).toMatchObject({ opened: true, endedAt: start + 3 * minute });
    await change('c1', { endedAt: null });
    expect(await read('c1')).toMatchObject({ endedAt: null });
    expect(await read('c2')).toEqual(authorisation('c2'));
  });
});

describe('a lock waits for a concurrent change, and reads its result', () => {
  it('an authorisation', async () => {
    await insert(authorisation('k1'));
    const locked = await behind(
      room,
      (tx) => tx`update authorisations set wrong_attempts = 4 where authorisation_id = 'k1'`,
      () => room.work.transaction(({ authorisations }) => authorisations.lock('k1')),
    );
    expect(locked).toMatchObject({ wrongAttempts: 4 });
  });

  it('a count of wrong codes', async () => {
    await room.work.transaction(({ wrongCodes }) => wrongCodes.lock(ours, ['locked'], start));
    const judge = () =>
      room.work.transaction(async ({ wrongCodes }) => {
        await wrongCodes.lock(ours, ['locked'], start);
        return wrongCodes.read(ours, ['locked']);
      });
    // The first transaction locks the row before any change.
    const counts = await holding(
      room,
      (tx) => tx`select 1 from wrong_code_counts where subject = 'locked' for update`,
      async (held) => {
        const judging = judge();
        await held.waiting(1, judging);
        await held.tx`update wrong_code_counts set wrong_codes = 7 where subject = 'locked'`;
        await held.commit();
        return judging;
      },
    );
    expect(counts.get('locked')).toMatchObject({ wrongCodes: 7 });
  });
});

describe('the authorisations of a payment or a basket', () => {
  const of = (id: string, change: Partial<AuthorisationRecord>) =>
    authorisation(id, { kind: 'PAYMENT', ...change });
  beforeAll(() =>
    insert(
      of('t3', { paymentId: 'p1' }),
      of('t1', { paymentId: 'p1', implicit: true, opened: true }),
      of('t2', { paymentId: 'p1', implicit: true }),
      of('t4', { paymentId: 'p1', kind: 'CANCELLATION' }),
      of('t5', { paymentId: 'p2' }),
      of('t6', { basketId: 'b1', kind: 'BASKET' }),
    ),
  );

  it('are listed oldest first, without those that were never opened', async () => {
    const { authorisations } = room.read;
    expect(idsOf(await authorisations.list({ paymentId: 'p1' }))).toEqual(['t1', 't3', 't4']);
    expect(idsOf(await authorisations.list({ basketId: 'b1' }))).toEqual(['t6']);
  });

  it('are ended together if they are open and of one kind', async () => {
    const ended = async () => {
      const rows = await room.sql`
        select authorisation_id as id, sca_status as status, end_reason as reason from authorisations
        where ended_at is not null and authorisation_id like 't%' order by 1`;
      return rows.map(({ id, status, reason }) => `${id} ${status} ${reason}`);
    };
    const end = (kind: 'PAYMENT' | 'CANCELLATION', at: number) =>
      room.work.transaction(({ authorisations }) =>
        authorisations.endOpen({ paymentId: 'p1' }, kind, 'WITHDRAWN', at),
      );
    await room.work.transaction(({ authorisations }) =>
      authorisations.update('t3', {
        endedAt: start,
        scaStatus: nextScaStatus('started', 'finalised'),
        endReason: 'APPROVED',
      }),
    );
    await end('PAYMENT', start + minute);
    expect(await ended()).toEqual(['t1 failed WITHDRAWN', 't2 failed WITHDRAWN', 't3 finalised APPROVED']);
    expect(await room.read.authorisations.find(ours, 't1')).toMatchObject({ endedAt: start + minute });
  });

  it('are pruned: the newest ended ones stay, the open ones, and those with wrong codes', async () => {
    const ended = { paymentId: 'p2', endedAt: start, scaStatus: 'failed' } as const;
    await insert(
      of('u1', ended),
      of('u2', ended),
      of('u3', { ...ended, wrongAttempts: 1, wrongCodes: 1 }),
      of('u4', ended),
      of('u5', ended),
      of('u0', { paymentId: 'p1', endedAt: start }),
    );
    const supersede = (kind: 'PAYMENT' | 'CANCELLATION') =>
      room.work.transaction(({ authorisations }) =>
        authorisations.supersede({ paymentId: 'p2' }, kind, start, 2),
      );
    await supersede('CANCELLATION');
    const left = async () => idsOf(await room.read.authorisations.list({ paymentId: 'p2' }));
    expect(await left()).toEqual(['t5', 'u3', 'u4', 'u5']);
    await insert(of('u6', { paymentId: 'p2' }));
    await supersede('PAYMENT');
    expect(await left()).toContain('u6');
    expect(await room.read.authorisations.find(ours, 'u6')).toMatchObject({ endReason: 'SUPERSEDED' });
    expect(await left()).not.toContain('u4');
    expect(idsOf(await room.read.authorisations.list({ paymentId: 'p1' }))).toContain('u0');
  });

  it('count their wrong codes: the most of any payment, with those of its baskets', async () => {
    const codes = (paymentId: string | null, basketId: string | null, wrongCodes: number) =>
      insert(
        of(`w${wrongCodes} ${paymentId} ${basketId}`, {
          paymentId,
          basketId,
          wrongAttempts: wrongCodes,
          wrongCodes,
        }),
      );
    await room.work.transaction(async ({ payments, baskets }) => {
      for (const id of ['w1', 'w2', 'w3']) await payments.insert(payment(id));
      await baskets.insert(basket('wb'), ['w1', 'w2']);
    });
    const { authorisations } = room.read;
    expect(await authorisations.highestWrongCodeCountOf(['w1', 'w2'])).toBe(0);
    expect(await authorisations.highestWrongCodeCountOf([])).toBe(0);
    await codes('w1', null, 3);
    await codes('w1', null, 4);
    await codes(null, 'wb', 2);
    await codes('w3', null, 5);
    expect(await authorisations.highestWrongCodeCountOf(['w1'])).toBe(9);
    expect(await authorisations.highestWrongCodeCountOf(['w2'])).toBe(2);
    expect(await authorisations.highestWrongCodeCountOf(['w2', 'w1'])).toBe(9);
    expect(await authorisations.highestWrongCodeCountOf(['w3', 'w2'])).toBe(5);
  });
});

describe('log-ins', () => {
  const key = {
    tppId: ours,
    psuId: 'psu',
    identityNumber: null,
    sessionId: 'session',
    corporateId: null,
    redirectUri: 'https://tpp.example/return',
    redirectPreferred: false,
    brand: 'Brand',
    authMethodPreferred: null,
    language: 'nb',
  } as const;
  const renew = (change: Partial<AuthorisationRecord> = {}, now = start) =>
    room.work.transaction(({ authorisations }) =>
      authorisations.renewLogin(
        authorisation('new', { ...key, ...change, expiresAt: start + 60 * minute }),
        now,
      ),
    );

  it('are renewed when everything is the same and nobody has opened them', async () => {
    const login = authorisation('l1', key);
    await insert(login);
    const changes: Partial<AuthorisationRecord>[] = [
      { tppId: theirs },
      { psuId: 'another' },
      { psuId: null },
      { identityNumber: '1' },
      { sessionId: 'another' },
      { corporateId: 'c' },
      { redirectUri: 'https://tpp.example/' },
      { redirectPreferred: true },
      { brand: null },
      { authMethodPreferred: 'SMS' },
      { language: 'en' },
      { language: null },
    ];
    for (const change of changes) expect([change, await renew(change)]).toEqual([change, null]);
    expect(await renew({}, start + 15 * minute)).toBeNull();
    expect(await room.read.authorisations.find(ours, 'l1')).toEqual(login);
    expect(await renew({}, start + 15 * minute - 1)).toEqual({ ...login, expiresAt: start + 60 * minute });
    expect(await room.read.authorisations.find(ours, 'l1')).toMatchObject({ expiresAt: start + 60 * minute });
  });

  it('are not renewed once opened or ended, nor is another kind of authorisation', async () => {
    await insert(authorisation('l2', { ...key, psuId: '2', kind: 'PAYMENT', paymentId: 'p1' }));
    expect(await renew({ psuId: '2' })).toBeNull();
    await insert(authorisation('l3', { ...key, psuId: '3', opened: true }));
    expect(await renew({ psuId: '3' })).toBeNull();
    await insert(authorisation('l4', { ...key, psuId: '4', endedAt: start }));
    expect(await renew({ psuId: '4' })).toBeNull();
  });

  it('are not renewed while somebody opens them', async () => {
    await insert(authorisation('l5', { ...key, psuId: '5' }));
    const renewed = await behind(
      room,
      (tx) => tx`update authorisations set opened = true where authorisation_id = 'l5'`,
      () => renew({ psuId: '5' }),
    );
    expect(renewed).toBeNull();
  });

  it('are inserted while the TPP has few open ones', async () => {
    const login = (id: string, change: Partial<AuthorisationRecord> = {}) =>
      authorisation(id, { tppId: 'PSDNO-FSA-COUNT', ...change });
    await insert(
      login('o1'),
      login('o2', { opened: true }),
      login('o3'),
      login('o4', { endedAt: start }),
      login('o5', { kind: 'PAYMENT' }),
    );
    const { authorisations } = room.read;
    expect(await authorisations.insertLogin(login('o6'), 3)).toBe(false);
    expect(await authorisations.find('PSDNO-FSA-COUNT', 'o6')).toBeNull();
    expect(await authorisations.insertLogin(login('o6'), 4)).toBe(true);
    expect(await authorisations.find('PSDNO-FSA-COUNT', 'o6')).toEqual(login('o6'));
    expect(await authorisations.insertLogin(login('o7'), 4)).toBe(false);
  });
});

describe('sessions of PSUs', () => {
  const session = (change = {}) => ({
    tppId: ours,
    psuId: 'psu',
    sessionId: 's',
    identityNumber: '13039319955',
    customerId: 'c',
    customerNumber: 'n',
    customerType: 'PRIVATE' as const,
    authenticatedAt: start,
    ...change,
  });
  const authenticate = (change = {}) =>
    room.work.transaction(({ psuSessions }) => psuSessions.put(session(change)));

  it('are found by PSU-ID, else by identity number, the latest of these', async () => {
    await authenticate();
    await authenticate({ psuId: 'second', authenticatedAt: start + 2 * minute });
    await authenticate({ psuId: 'third', authenticatedAt: start + minute });
    const find = (psuId: string | null, identityNumber: string | null, sessionId = 's', tppId = ours) =>
      room.read.psuSessions.find(tppId, { psuId, identityNumber, sessionId });
    expect(await find('psu', null)).toEqual({ ...session(), customer: null });
    expect(await find('psu', 'another')).toEqual({ ...session(), customer: null });
    expect(await find(null, '13039319955')).toMatchObject({ psuId: 'second' });
    expect(await find(null, null)).toBeNull();
    expect(await find('psu', null, 'another')).toBeNull();
    expect(await find('psu', null, 's', theirs)).toBeNull();
    expect(await find('nobody', '13039319955')).toBeNull();
  });

  it('are read with the preconditions of a creation', async () => {
    const read = (
      psuId: string | null,
      identityNumber: string | null,
      sessionId: string | null = 's',
      tppId = ours,
    ) => factsOf(room, { psu: { psuId, identityNumber, sessionId }, accountKeys: [] }, tppId);
    expect((await read('psu', null)).session).toEqual(session());
    expect((await read(null, '13039319955')).session).toMatchObject({ psuId: 'second' });
    expect((await read('psu', null, 'another')).session).toBeNull();
    expect((await read('psu', null, null)).session).toBeNull();
    expect((await read('psu', null, 's', theirs)).session).toBeNull();
    expect(await factsOf(room, null)).toEqual({
      clockOffset: 0,
      clockOffsetAfterMove: 0,
      earlierRequest: null,
      session: null,
      accounts: [],
    });
  });

  it('come with the present state of their customers', async () => {
    const kari = {
      customerId: 'kari',
      customerNumber: '1',
      customerType: 'PRIVATE',
      customerName: 'Kari',
    } as const;
    await room.work.transaction(({ sandbox }) =>
      sandbox.customers.insert([{ tppId: ours, ...kari, createdAt: start }]),
    );
    await authenticate({ psuId: 'of kari', customerId: 'kari' });
    const found = await room.read.psuSessions.find(ours, {
      psuId: 'of kari',
      identityNumber: null,
      sessionId: 's',
    });
    expect(found?.customer).toEqual(kari);
    await room.sql`delete from psu_sessions where psu_id = 'of kari'`;
  });

  it('are made together with a change of an authorisation', async () => {
    await insert(authorisation('of session', { kind: 'LOGIN', paymentId: null }));
    const made = session({ psuId: 'together' });
    await room.work.transaction(({ authorisations }) =>
      authorisations.update('of session', { psuId: 'together', opened: true }, made),
    );
    expect(await room.read.authorisations.find(ours, 'of session')).toMatchObject({
      psuId: 'together',
      opened: true,
    });
    const read = { psuId: 'together', identityNumber: null, sessionId: 's' };
    expect(await room.read.psuSessions.find(ours, read)).toMatchObject(made);
    await room.sql`delete from psu_sessions where psu_id = 'together'`;
  });

  it('are renewed by another log-in', async () => {
    await room.sql`update psu_sessions set recorded_at = '2020-01-01' where psu_id = 'psu'`;
    const renewed = {
      customerId: 'c2',
      customerNumber: 'n2',
      customerType: 'CORPORATE',
      identityNumber: null,
    } as const;
    await authenticate({ ...renewed, authenticatedAt: start + 9 * minute });
    const found = await room.read.psuSessions.find(ours, {
      psuId: 'psu',
      identityNumber: null,
      sessionId: 's',
    });
    expect(found).toEqual({
      ...session({ ...renewed, authenticatedAt: start + 9 * minute }),
      customer: null,
    });
    const forgotten = await room.work.transaction(({ psuSessions }) =>
      psuSessions.deleteOld(Date.parse('2020-01-02'), 10),
    );
    expect(forgotten).toBe(0);
  });
});

describe('counts of wrong codes', () => {
  it('start at zero, and are set for one subject of one TPP', async () => {
    const count = { wrongCodes: 3, at: start + minute, closedUntil: start + 2 * minute };
    await room.work.transaction(async ({ wrongCodes }) => {
      await wrongCodes.lock(ours, [], start);
      await wrongCodes.lock(ours, ['y', 'x'], start);
      await wrongCodes.lock(theirs, ['x'], start);
      await wrongCodes.set(ours, 'x', count);
      await wrongCodes.lock(ours, ['x'], start + minute);
    });
    const read = (tppId: string, subjects: string[]) => room.read.wrongCodes.read(tppId, subjects);
    const none = { wrongCodes: 0, at: start, closedUntil: null };
    expect(await read(ours, ['x', 'y', 'z'])).toEqual(
      new Map<string, unknown>([
        ['x', count],
        ['y', none],
      ]),
    );
    expect(await read(theirs, ['x'])).toEqual(new Map([['x', none]]));
    expect(await read(ours, [])).toEqual(new Map());
    await room.work.transaction(({ wrongCodes }) =>
      wrongCodes.set(ours, 'x', { ...count, closedUntil: null }),
    );
    expect((await read(ours, ['x'])).get('x')).toEqual({ ...count, closedUntil: null });
  });
});

describe('console tokens', () => {
  const token = (tokenHash: string, expiresAt: number, tppId = ours) => ({
    tokenHash,
    caller: { tppId, name: 'name', roles: ['PSP_PI'], certificate: '1 CN=CA' },
    expiresAt,
  });
  const insertToken = (one: ReturnType<typeof token>, keep: number) =>
    room.work.transaction(({ tokens }) => tokens.insert(one, keep));

  it('serve until the moment they expire', async () => {
    await insertToken(token('t1', start + minute), 9);
    const { tokens } = room.read;
    expect(await tokens.find('t1', start + minute - 1)).toEqual({
      tppId: ours,
      name: 'name',
      roles: ['PSP_PI'],
      certificate: '1 CN=CA',
      expiresAt: start + minute,
    });
    expect(await tokens.find('t1', start + minute)).toBeNull();
    expect(await tokens.find('t2', start)).toBeNull();
  });

  it('of one TPP are limited to a number: those that serve longest stay', async () => {
    await insertToken(token('of theirs', start + minute, theirs), 9);
    await insertToken(token('t2', start + 3 * minute), 9);
    await insertToken(token('t3', start + 2 * minute), 2);
    const serves = async (hash: string) => (await room.read.tokens.find(hash, start)) !== null;
    expect([await serves('t1'), await serves('t2'), await serves('t3'), await serves('of theirs')]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('TPPs', () => {
  it('are stored once, and keep their first name', async () => {
    const register = (tppId: string, name: string) =>
      room.work.transaction(({ tpps }) => tpps.register(tppId, name));
    expect(await register('PSDNO-FSA-NEW', 'first')).toBe(true);
    expect(await register('PSDNO-FSA-NEW', 'second')).toBe(false);
    expect(await room.read.tpps.name('PSDNO-FSA-NEW')).toBe('first');
    expect(await room.read.tpps.name('PSDNO-FSA-NOBODY')).toBe('PSDNO-FSA-NOBODY');
    expect(await room.read.tpps.clockOffset('PSDNO-FSA-NOBODY')).toBe(0);
  });
});

describe('cached responses', () => {
  const key = (requestId: string, tppId = ours) => ({
    tppId,
    requestId,
    fingerprint: `print of ${requestId}`,
  });
  const answer = { status: 201, headers: { a: 'b' }, body: Buffer.from('body') };
  const keep = (requestId: string, what: object, now = start) =>
    room.work.transaction(({ requests }) =>
      requests.insert(key(requestId), what as { answer: typeof answer }, now),
    );

  it('are found under their id, by their TPP, until they are deleted', async () => {
    await keep('r1', { answer });
    await keep('r2', { field: 'pay', outcome: { id: 1 } });
    const { requests } = room.read;
    const seen = { fingerprint: 'print of r1', outcomes: {}, answer };
    expect(await requests.find(ours, 'r1', start)).toEqual(seen);
    expect(await requests.find(ours, 'r1', start + 1)).toBeNull();
    expect(await requests.find(theirs, 'r1', start)).toBeNull();
    expect(await requests.find(ours, 'r2', start)).toEqual({
      fingerprint: 'print of r2',
      outcomes: { pay: { id: 1 } },
      answer: null,
    });
    const fact = async (tppId: string, requestId: string, ignoreBefore: number) => {
      const question = { request: { requestId, ignoreBefore }, needs: null };
      return (await room.work.of(tppId).facts(question)).earlierRequest;
    };
    expect(await fact(ours, 'r1', start)).toEqual(seen);
    expect(await fact(ours, 'r1', start + 1)).toBeNull();
    expect(await fact(theirs, 'r1', start)).toBeNull();
    expect(await fact(ours, 'r2', start)).toMatchObject({ answer: null, outcomes: { pay: { id: 1 } } });
    await expect(keep('r1', { answer })).rejects.toMatchObject({ with: 'REQUEST' });
  });

  it('take each outcome once, from the same request, and the whole response at the end', async () => {
    const add = (fingerprint: string, field: string, outcome: unknown) =>
      room.work.transaction(({ requests }) =>
        requests.addOutcome({ ...key('r2'), fingerprint }, field, outcome),
      );
    expect(await add('print of r2', 'pay', 2)).toBe(false);
    expect(await add('another', 'sign', 2)).toBe(false);
    expect(await add('print of r2', 'sign', [2])).toBe(true);
    const found = () => room.read.requests.find(ours, 'r2', start);
    expect(await found()).toMatchObject({ outcomes: { pay: { id: 1 }, sign: [2] }, answer: null });
    await room.work.transaction(({ requests }) => requests.saveAnswer(key('r2'), { ...answer, status: 200 }));
    expect(await found()).toMatchObject({ answer: { ...answer, status: 200 } });
    expect(await room.read.requests.find(ours, 'r1', start)).toMatchObject({ answer: { status: 201 } });
  });

  it('make room when they are too old', async () => {
    const deleteIfOld = (before: number) =>
      room.work.transaction(({ requests }) => requests.deleteIfOld(key('r1'), before));
    await deleteIfOld(start);
    expect(await room.read.requests.find(ours, 'r1', start)).not.toBeNull();
    await deleteIfOld(start + 1);
    expect(await room.read.requests.find(ours, 'r1', start)).toBeNull();
    expect(await room.read.requests.find(ours, 'r2', start)).not.toBeNull();
  });
});

describe('the deletion of old rows', () => {
  it('takes old rows only, and no more at once than requested', async () => {
    const { sql } = room;
    await sql`delete from authorisations`;
    const ended = { endedAt: start };
    const payments = { kind: 'PAYMENT', paymentId: 'p1', ...ended } as const;
    await insert(
      ...['f1', 'f2', 'f3'].map((id) => authorisation(id, ended)),
      authorisation('f4'),
      authorisation('f5', payments),
      authorisation('f6', { ...payments, kind: 'CANCELLATION' }),
      authorisation('f7', { kind: 'BASKET', basketId: 'b1', ...ended }),
      authorisation('f8', { ...payments, endedAt: null }),
    );
    await sql`update authorisations set recorded_at = '2020-01-01'`;
    await sql`update authorisations set recorded_at = '2020-01-02' where authorisation_id = 'f3'`;
    await sql`update psu_sessions set recorded_at = '2020-01-01'`;
    await sql`update wrong_code_counts set recorded_at = '2020-01-01'`;
    const before = Date.parse('2020-01-01');
    const forget = (what: 'LOGINS' | 'OTHERS', at: number, limit: number) =>
      room.work.transaction(({ authorisations }) => authorisations.deleteOld(what, at, limit));
    const left = async () =>
      (await sql`select authorisation_id as id from authorisations order by 1`).map(({ id }) => id).join(' ');
    expect(await forget('LOGINS', before, 9)).toBe(0);
    expect(await forget('OTHERS', before, 9)).toBe(0);
    expect(await forget('LOGINS', before + 1, 1)).toBe(1);
    expect(await forget('LOGINS', before + 1, 9)).toBe(1);
    expect(await left()).toBe('f3 f4 f5 f6 f7 f8');
    expect(await forget('OTHERS', before + 1, 2)).toBe(2);
    expect(await forget('OTHERS', before + 1, 9)).toBe(1);
    expect(await left()).toBe('f3 f4 f8');

    await room.work.transaction(async ({ psuSessions, wrongCodes, tokens, requests }) => {
      const sessions = (at: number, limit: number) => psuSessions.deleteOld(at, limit);
      expect([
        await sessions(before, 9),
        await sessions(before + 1, 2),
        await sessions(before + 1, 9),
      ]).toEqual([0, 2, 1]);
      const counts = (at: number, limit: number) => wrongCodes.deleteOld(at, limit);
      expect([await counts(before, 9), await counts(before + 1, 2), await counts(before + 1, 9)]).toEqual([
        0, 2, 2,
      ]);
      const expired = (at: number, limit: number) => tokens.deleteOld(at, limit);
      expect([await expired(start + minute, 9), await expired(start + minute + 1, 9)]).toEqual([0, 1]);
      expect([await expired(start + 9 * minute, 1), await expired(start + 9 * minute, 9)]).toEqual([1, 1]);
      await requests.insert(
        { tppId: ours, requestId: 'r3', fingerprint: '' },
        { field: 'f', outcome: 1 },
        start,
      );
      const answers = (at: number, limit: number) => requests.deleteOld(at, limit);
      expect([await answers(start, 9), await answers(start + 1, 1), await answers(start + 1, 9)]).toEqual([
        0, 1, 1,
      ]);
    });
  });
});
