import { describe, expect, it } from 'vitest';
import type { Customer } from '../../src/domain/sandbox/customer.ts';
import { completeAuthorisation } from '../../src/operations/authorisations/complete-authorisation.ts';
import { getAuthorisation } from '../../src/operations/authorisations/get-authorisation.ts';
import { listAuthorisations } from '../../src/operations/authorisations/list-authorisations.ts';
import type { AuthorisationRecord } from '../../src/operations/ports/stores.ts';
import { authorisation, minute, ours, payment, start } from '../db/support/rows.ts';
import { heldBy } from './page.ts';
import { type Answers, play } from './stores.ts';

const customer = (customerId: string, change: Partial<Customer> = {}): Customer => ({
  customerId,
  customerNumber: `number of ${customerId}`,
  customerType: 'PRIVATE',
  customerName: customerId,
  ...change,
});
const live = (change: Partial<AuthorisationRecord> = {}) =>
  authorisation('x', { kind: 'PAYMENT', paymentId: 'a', ...change });
const half = 180 * 86_400_000;

async function complete(
  known: AuthorisationRecord | null,
  input: { outcome?: 'APPROVE' | 'REJECT' | 'EXPIRE'; customerNumber?: string | null } = {},
  answers: Answers = {},
) {
  const played = await play(
    completeAuthorisation,
    { authorisationId: 'x', outcome: 'APPROVE', customerNumber: null, ...input },
    {
      answers: {
        'authorisations.find': known,
        'authorisations.lock': { ...known, openBasketId: null },
        'payments.lock': payment('a'),
        'payments.move': true,
        'customers.byId': (id: string) => customer(id),
        'customers.byNumber': (_: string, number: string) => (number === '9' ? customer('named') : null),
        'customers.accountsByReference': [],
        'customers.oldestPrivate': customer('first'),
        'customers.agreementsOf': [],
        ...answers,
      },
      bank: {
        commitApproval: async () => ({ to: 'PDNG', reason: 'booked' }),
        commitCancellation: async () => true,
      },
    },
  );
  const changes = played
    .given('authorisations.update')
    .map(([, change]) => change as Partial<AuthorisationRecord>);
  const [signed] = played.given('payments.move').map(([, findings]) => findings as { debtorName?: string });
  return { ...played, changes, signer: signed?.debtorName ?? null };
}

describe('an authorisation', () => {
  it('is approved, and its TPP sees only the permitted data', async () => {
    const { outcome, changes, given } = await complete(live({ browserHash: 'of a browser' }));
    expect(given('authorisations.find')).toEqual([[ours, 'x']]);
    expect(changes).toEqual([
      { scaStatus: 'finalised', endReason: 'APPROVED', endedAt: start, psuId: null, browserHash: null },
    ]);
    expect(outcome).toEqual({
      authorisationId: 'x',
      scaStatus: 'finalised',
      expiresAt: start + 15 * minute,
      endReason: 'APPROVED',
    });
  });

  it.each([
    ['REJECT', 'REJECTED', 'rejected by the PSU'],
    ['EXPIRE', 'EXPIRED', 'the authorisation was not finished in time'],
  ] as const)('ends by %s', async (outcome, endReason, reason) => {
    const { changes, given } = await complete(live(), { outcome });
    expect(changes).toMatchObject([{ scaStatus: 'failed', endReason }]);
    expect(given('payments.move')).toMatchObject([[{ to: 'RJCT', reason }, {}]]);
  });

  it('that was created with its payment counts as opened: its end ends the payment', async () => {
    const { changes, given } = await complete(live({ implicit: true }), { outcome: 'EXPIRE' });
    expect(changes).toMatchObject([{ opened: true }, { endReason: 'EXPIRED' }]);
    expect(given('payments.move')).toHaveLength(1);
  });

  const ended = ['CONFLICT', 'authorisationId', 'the authorisation has ended'];
  it.each<[string, AuthorisationRecord | null, readonly string[] | undefined]>([
    [
      'that is not there',
      null,
      ['SCA_NOT_FOUND', 'authorisationId', 'there is no authorisation with this id'],
    ],
    ['that has ended', live({ endedAt: start - 1 }), ended],
    ['whose time is up', live({ expiresAt: start }), ended],
    ['whose time is nearly up', live({ expiresAt: start + 1 }), undefined],
  ])('%s', async (_, known, refused) => {
    const played = await complete(known);
    expect(played.refused).toEqual(refused);
    expect(played.changes.length).toBe(refused === undefined ? 1 : 0);
  });
});

describe('the signer', () => {
  const session = (authenticatedAt: number) => ({
    'psuSessions.find': { customerId: 'of the session', authenticatedAt },
  });
  const known = { psuId: 'p', sessionId: 's' };
  const holder = { 'customers.accountsByReference': [heldBy(customer('holder'))] };
  it.each<[string, Partial<AuthorisationRecord>, string | null, Answers, string]>([
    ['is the one who is named', { customerId: 'logged in' }, '9', {}, 'named'],
    [
      'else the one who has logged in',
      { ...known, customerId: 'logged in' },
      null,
      session(start),
      'logged in',
    ],
    ['else the session’s', known, null, session(start), 'of the session'],
    ['to the last moment of the session', known, null, session(start - half + 1), 'of the session'],
    ['not when it is over', known, null, session(start - half), 'first'],
    ['not without a session', {}, null, session(start), 'first'],
    ['not without a name', { sessionId: 's' }, null, session(start), 'first'],
    ['else the first private customer', known, null, {}, 'first'],
  ])('%s', async (_, change, customerNumber, answers, signer) => {
    expect((await complete(live(change), { customerNumber }, answers)).signer).toBe(signer);
  });

  it('is the holder of the account when there is no session', async () => {
    const { signer, given } = await complete(live(), {}, holder);
    expect(signer).toBe('holder');
    expect(given('customers.accountsByReference')[0]).toEqual([ours, { bban: '1', currency: 'NOK' }]);
    expect(given('customers.oldestPrivate')).toEqual([]);
  });

  it('by identity number is looked up by it', async () => {
    const { given } = await complete(live({ identityNumber: 'i', sessionId: 's' }));
    expect(given('psuSessions.find')).toEqual([[ours, { psuId: null, identityNumber: 'i', sessionId: 's' }]]);
  });

  it('must exist, and be the one whom the request named', async () => {
    const nobody = await complete(live(), {}, { 'customers.oldestPrivate': null });
    expect(nobody.refused).toEqual([
      'RESOURCE_UNKNOWN',
      'customerNumber',
      'nobody has logged in, and the bank suggests no customer: name the one who approves',
    ]);
    const unknown = await complete(live(), { customerNumber: '8' });
    expect(unknown.refused).toEqual([
      'RESOURCE_UNKNOWN',
      'customerNumber',
      'there is no customer with this number',
    ]);
    const other = await complete(live({ identityNumber: 'number of another' }), { customerNumber: '9' });
    expect(other.refused?.slice(0, 2)).toEqual(['SCA_INVALID', 'customerNumber']);
    const same = await complete(live({ identityNumber: 'number of named' }), { customerNumber: '9' });
    expect(same.refused).toBeUndefined();
  });

  const firm = customer('firm', { customerType: 'CORPORATE' });

  it.each([
    ['CORPORATE', 'outside of the sandbox', [], ['PDNG'], undefined],
    ['PRIVATE', 'outside of the sandbox', [], [], 'SCA_INVALID'],
    ['PRIVATE', 'of another customer', [heldBy(customer('other'))], ['RJCT'], undefined],
  ] as const)('may be a company where PSU-Context is %s and the account %s', async (...row) => {
    const [psuContext, , accounts, statuses, code] = row;
    const played = await complete(
      live({ psuContext }),
      { customerNumber: '9' },
      {
        'customers.byNumber': firm,
        'customers.agreementsOf': agreements,
        'customers.accountsByReference': accounts,
        'customers.hasEngagement': false,
      },
    );
    const moved = played.given('payments.move').map(([change]) => (change as { to: string }).to);
    expect([moved, played.refused?.[0]]).toEqual([statuses, code]);
  });

  const agreements = ['g1', 'g2', 'g3'].map((agreementId) => ({
    agreementId,
    name: agreementId,
    ownerNumber: '9',
  }));
  it.each<[string, readonly string[], string, string[]]>([
    ['the agreement that covers the account', ['g2', 'g3'], 'APPROVED', ['g1', 'g2', 'g2']],
    ['the first where none does', [], 'NOT_ALLOWED', ['g1', 'g2', 'g3', 'g1']],
  ])('of a company acts under %s', async (_, covering, endReason, asked) => {
    const { changes, given } = await complete(
      live(),
      { customerNumber: '9' },
      {
        'customers.byNumber': firm,
        'customers.accountsByReference': [heldBy(customer('other'))],
        'customers.agreementsOf': agreements,
        'customers.hasEngagement': (id: string) => covering.includes(id),
      },
    );
    expect(changes).toMatchObject([{ endReason }]);
    expect(given('customers.hasEngagement')).toEqual(asked.map((id) => [id, 'firm', 'r1']));
  });
});

describe('reads', () => {
  const name = { paymentId: 'a', product: null };
  const found = { 'payments.find': payment('a') };

  it('lists those of the payment, without cancellations', async () => {
    const all = [live(), authorisation('y', { kind: 'CANCELLATION', paymentId: 'a' })];
    const { outcome, given } = await play(listAuthorisations, name, {
      answers: { ...found, 'authorisations.list': all },
    });
    expect(outcome).toEqual([all[0]]);
    expect(given('authorisations.list')).toEqual([[{ paymentId: 'a' }]]);
  });

  it.each<[string, Partial<AuthorisationRecord>, object]>([
    ['as it stands', {}, { scaStatus: 'started', endReason: null }],
    [
      'as failed from its last moment on',
      { expiresAt: start },
      { scaStatus: 'failed', endReason: 'EXPIRED' },
    ],
    ['to its last moment', { expiresAt: start + 1 }, { scaStatus: 'started', endReason: null }],
    [
      'as it ended, however long ago',
      { expiresAt: start, endedAt: 1, scaStatus: 'finalised', endReason: 'APPROVED' },
      { scaStatus: 'finalised', endReason: 'APPROVED' },
    ],
  ])('shows one %s', async (_, change, expected) => {
    const answers = { ...found, 'authorisations.find': live(change) };
    expect(
      (await play(getAuthorisation, { ...name, authorisationId: 'x' }, { answers })).outcome,
    ).toMatchObject(expected);
  });

  it('shows none of another payment, and no unknown one', async () => {
    for (const other of [live({ paymentId: 'b' }), null]) {
      const answers = { ...found, 'authorisations.find': other };
      const { refused } = await play(getAuthorisation, { ...name, authorisationId: 'x' }, { answers });
      expect(refused).toEqual(['SCA_NOT_FOUND', 'authorisationId', 'there is no authorisation with this id']);
    }
  });
});
