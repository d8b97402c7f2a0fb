import { describe, expect, it } from 'vitest';
import type { Customer } from '../../src/domain/sandbox/customer.ts';
import { requireSession } from '../../src/operations/authorisations/session.ts';
import type { Context } from '../../src/operations/operation.ts';
import type {
  AgreementChoice,
  AuthorisationRecord,
  PsuSessionRecord,
} from '../../src/operations/ports/stores.ts';
import { agreementIn, agreementsFor } from '../../src/operations/sca/signer.ts';
import { authorisation, start } from '../db/support/rows.ts';

const day = 86_400_000;

describe('the session of a creation', () => {
  const session = (change: Partial<PsuSessionRecord> = {}): PsuSessionRecord => ({
    tppId: 't',
    psuId: 'p',
    sessionId: 's',
    identityNumber: null,
    customerId: 'c',
    customerNumber: '1',
    customerType: 'PRIVATE',
    authenticatedAt: start,
    ...change,
  });
  const company = session({ customerType: 'CORPORATE' });
  type Psu = { context: 'PRIVATE' | 'CORPORATE' | null; corporateId: string | null };
  const required = (found: PsuSessionRecord | null, psu: Partial<Psu> = {}, now = start) => {
    const trace = { enter: () => undefined };
    const context = {
      trace,
      facts: { session: found },
      now,
      psu: { context: null, corporateId: null, ...psu },
    };
    try {
      requireSession(context as unknown as Context);
      return 'ACCEPTED';
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  };

  it.each<[string, PsuSessionRecord | null, Partial<Psu>, string]>([
    ['a live one', session(), {}, 'ACCEPTED'],
    ['none', null, {}, 'SCA_REQUIRED'],
    ['none, with a context', null, { context: 'PRIVATE' }, 'ACCEPTED'],
    ['a live one, with a context', session(), { context: 'PRIVATE' }, 'ACCEPTED'],
    ['a company without its agreement', company, {}, 'HTTP_HEADER_REQUIRED'],
    ['a company with its agreement', company, { corporateId: 'a' }, 'ACCEPTED'],
    ['a company whose context is private', company, { context: 'PRIVATE' }, 'ACCEPTED'],
    ['a corporate context without an agreement', null, { context: 'CORPORATE' }, 'HTTP_HEADER_REQUIRED'],
    ['a corporate context with one', null, { context: 'CORPORATE', corporateId: 'a' }, 'ACCEPTED'],
    ['a person in a corporate context', session(), { context: 'CORPORATE' }, 'HTTP_HEADER_REQUIRED'],
  ])('%s', (_, found, psu, expected) => expect(required(found, psu)).toBe(expected));

  it('lives for 180 days', () => {
    expect(required(session(), {}, start + 180 * day - 1)).toBe('ACCEPTED');
    expect(required(session(), {}, start + 180 * day)).toBe('SCA_EXPIRED');
    expect(required(session(), { context: 'PRIVATE' }, start + 180 * day)).toBe('ACCEPTED');
    expect(required(company, {}, start + 180 * day)).toBe('SCA_EXPIRED');
  });
});

describe('agreements to sign under', () => {
  const choice = (agreementId: string, ownerNumber: string): AgreementChoice => ({
    agreementId,
    ownerNumber,
    name: '',
  });
  const all = [choice('a1', '100'), choice('a2', '200'), choice('a3', '200')];
  const who = (customerType: Customer['customerType']): Customer => ({
    customerId: 'c',
    customerNumber: '1',
    customerType,
    customerName: '',
  });
  const offered = async (change: Partial<AuthorisationRecord>, customer: Customer | null) => {
    const found = await agreementsFor(
      {
        agreementsOf: async (_tppId, _customerId, corporateId) =>
          all.filter(
            (one) => corporateId === null || [one.agreementId, one.ownerNumber].includes(corporateId),
          ),
      },
      authorisation('x', { kind: 'PAYMENT', ...change }),
      customer,
    );
    return found.map(({ agreementId }) => agreementId).join(' ');
  };

  it.each<[Partial<AuthorisationRecord>, 'PRIVATE' | 'CORPORATE' | null, string]>([
    [{}, 'CORPORATE', 'a1 a2 a3'],
    [{}, 'PRIVATE', ''],
    [{}, null, ''],
    [{ psuContext: 'CORPORATE' }, 'PRIVATE', 'a1 a2 a3'],
    [{ psuContext: 'PRIVATE' }, 'CORPORATE', ''],
    [{ kind: 'LOGIN', psuContext: 'CORPORATE' }, 'CORPORATE', ''],
    [{ corporateId: 'a1' }, 'CORPORATE', 'a1'],
    [{ corporateId: '200' }, 'CORPORATE', 'a2 a3'],
    [{ corporateId: 'unknown' }, 'CORPORATE', 'a1 a2 a3'],
  ])('%j of %s', async (change, type, expected) => {
    expect(await offered(change, type === null ? null : who(type))).toBe(expected);
  });

  it('the one that was chosen, while it exists, else the only one', () => {
    expect(agreementIn(all, 'a2')).toBe(all[1]);
    expect(agreementIn(all, 'gone')).toBeNull();
    expect(agreementIn(all, null)).toBeNull();
    expect(agreementIn(all.slice(0, 1), 'gone')).toBe(all[0]);
    expect(agreementIn([], null)).toBeNull();
  });
});
