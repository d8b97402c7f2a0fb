import { describe, expect, it } from 'vitest';
import {
  authMethods,
  bindingText,
  endedAuthorisationsPerTargetAtMost,
  endReasons,
  formatOneTimeCode,
  nextScaStatus,
  openLoginsPerTppAtMost,
  readAuthMethod,
  retentionMs,
  scaLinkLifetimeMs,
  scaMoves,
  scaStatuses,
  sessionLifetimeMs,
  wrongAttemptsAtMost,
} from '../../../src/domain/authorisations/authorisation.ts';
import { pageLanguages } from '../../../src/domain/authorisations/language.ts';
import { redirectUriFault, withParameters } from '../../../src/domain/authorisations/redirect-uri.ts';
import {
  addWrongCode,
  customerApprovalLimit,
  customerLoginLimit,
  lockoutMs,
  sessionLoginLimit,
  type WrongCodeLimit,
  wrongCodesPerTarget,
} from '../../../src/domain/authorisations/wrong-codes.ts';
import type { Instruction } from '../../../src/domain/payments/instruction.ts';
import type { AuthorisationStore } from '../../../src/operations/ports/stores.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('an authorisation', () => {
  it('has one of these statuses', () => {
    expect(scaStatuses).toEqual(['started', 'psuAuthenticated', 'finalised', 'failed', 'exempted']);
    expect(scaMoves).toEqual({
      started: ['psuAuthenticated', 'finalised', 'failed', 'exempted'],
      psuAuthenticated: ['started', 'finalised', 'failed'],
      finalised: [],
      failed: [],
      exempted: [],
    });
    for (const text of Object.values(endReasons)) expect(text).toMatch(/\S/);
  });

  it('moves only as the table says; an open one may always fail', () => {
    for (const from of scaStatuses) {
      if (scaMoves[from].length > 0) expect(nextScaStatus(from, 'failed')).toBe('failed');
      for (const to of scaStatuses) {
        const next = () => nextScaStatus(from, to);
        if (from === to || scaMoves[from].includes(to)) expect(next()).toBe(to);
        else expect(next).toThrow(`never moves from ${from} to ${to}`);
      }
    }
  });

  it('a store takes only a status that was looked up', () => {
    const stored = (store: AuthorisationStore) => {
      // @ts-expect-error a status needs a lookup
      void store.update('a', { scaStatus: 'finalised' });
    };
    expect(stored).toBeTypeOf('function');
  });

  it('has these lifetimes and retention periods', () => {
    expect(scaLinkLifetimeMs).toBe(15 * minute);
    expect(sessionLifetimeMs).toBe(180 * day);
    expect(wrongAttemptsAtMost).toBe(5);
    expect(retentionMs).toEqual({
      login: day,
      otherAuthorisation: 90 * day,
      session: 360 * day,
      wrongCodes: day,
    });
    expect([endedAuthorisationsPerTargetAtMost, openLoginsPerTppAtMost]).toEqual([100, 10_000]);
  });

  it.each([
    ['SMS', 'SMS'],
    [' bank app ', 'BANK_APP'],
    ['code-device', 'CODE_DEVICE'],
    ['Code - Device', 'CODE_DEVICE'],
    ['BANKID', null],
    ['', null],
    [null, null],
  ])('is chosen by the preference %j: %s', (preferred, method) => {
    expect(readAuthMethod(preferred)).toBe(method);
    expect(authMethods).toEqual(['CODE_DEVICE', 'SMS', 'BANK_APP']);
  });

  it('has pages in two languages', () => expect(pageLanguages).toEqual(['en', 'nb']));
});

describe('a code', () => {
  it('has six digits', () => {
    expect([0, 7, 42_000, 999_999].map(formatOneTimeCode)).toEqual(['000000', '000007', '042000', '999999']);
  });

  const one = {
    debtorAccount: { bban: '1', currency: 'NOK' },
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Kari',
    creditorAccount: { bban: '2', currency: 'NOK' },
  };
  it.each<[string, Instruction]>([
    ['amount', { ...one, instructedAmount: { amount: '2.00', currency: 'NOK' } }],
    ['currency', { ...one, instructedAmount: { amount: '1.00', currency: 'SEK' } }],
    ['payee', { ...one, creditorName: 'Ola' }],
    ['account of the payee', { ...one, creditorAccount: { bban: '3', currency: 'NOK' } }],
    ['debtor', { ...one, debtorAccount: { bban: '3', currency: 'NOK' } }],
  ])('is bound to the %s', (_, other) => {
    expect(bindingText([other])).not.toBe(bindingText([one]));
    expect(bindingText([one, other])).not.toBe(bindingText([one]));
  });

  it('is bound to no other field', () => {
    expect(bindingText([{ ...one, remittanceInformationUnstructured: 'Rent' }])).toBe(bindingText([one]));
  });
});

describe('a return address', () => {
  it.each([
    ['https://tpp.example/', 'https://tpp.example/?a=1&b=x+y'],
    ['https://tpp.example/?', 'https://tpp.example/?a=1&b=x+y'],
    ['https://tpp.example/?c=2', 'https://tpp.example/?c=2&a=1&b=x+y'],
    ['https://tpp.example/?c=2&', 'https://tpp.example/?c=2&a=1&b=x+y'],
  ])('%s keeps its own query', (uri, whole) => {
    expect(withParameters(uri, { a: '1', b: 'x y' })).toBe(whole);
    expect(withParameters(uri, {})).toBe(uri);
  });

  it.each<[string, string | null, string | null]>([
    [
      `https://tpp.example/${'x'.repeat(2_029)}`,
      'must have at most 2048 characters',
      'must have at most 2048 characters',
    ],
    [
      'https://tpp.example/å',
      'must contain only characters that are allowed in a URI; percent-encode all others',
      'must contain only characters that are allowed in a URI; percent-encode all others',
    ],
    [
      'https://tpp.example/{x}',
      'must contain only characters that are allowed in a URI; percent-encode all others',
      'must contain only characters that are allowed in a URI; percent-encode all others',
    ],
    [
      'x https://tpp.example/',
      'must contain only characters that are allowed in a URI; percent-encode all others',
      'must contain only characters that are allowed in a URI; percent-encode all others',
    ],
    ['ftp://https://tpp.example/', 'must be an absolute https URI', 'must be an absolute https URI'],
    ['http://tpp.example/', 'must begin with https://, or with http:// and a loopback host', 'must be https'],
    ['http://127.1.22.255/', null, 'must be https'],
    [
      'http://127.0.0.1.example/',
      'must begin with https://, or with http:// and a loopback host',
      'must be https',
    ],
    ['http://xlocalhost/', 'must begin with https://, or with http:// and a loopback host', 'must be https'],
    ['https://a@tpp.example/', 'must not contain user info', 'must not contain user info'],
    ['https://tpp.example/@', null, null],
    ['https://tpp.example?x=@', null, null],
    ['https://tpp.example/#', 'must not contain a fragment', 'must not contain a fragment'],
  ])('%.40s: %s', (uri, inSandbox, outside) => {
    expect(redirectUriFault(uri, { sandbox: true })).toBe(inSandbox);
    expect(redirectUriFault(uri, { sandbox: false })).toBe(outside);
  });
});

describe('wrong codes', () => {
  const bound: WrongCodeLimit = { subject: 's', atMost: 3 };
  const count = (wrongCodes: number, at: number, closedUntil: number | null = null) => ({
    wrongCodes,
    at,
    closedUntil,
  });

  it('count against these subjects', () => {
    expect([wrongCodesPerTarget, lockoutMs]).toEqual([15, hour]);
    expect(sessionLoginLimit('psu', 's')).toEqual({ subject: 'log-in of session psu s', atMost: 15 });
    expect(customerLoginLimit('c')).toEqual({ subject: 'log-in of customer c', atMost: 15 });
    expect(customerApprovalLimit('c')).toEqual({ subject: 'approvals of customer c', atMost: 50 });
  });

  it('close approvals for an hour at the bound, and count anew an hour after the last', () => {
    expect(addWrongCode(null, bound, 0)).toEqual(count(1, 0));
    expect(addWrongCode(count(1, 0), bound, hour - 1)).toEqual(count(2, hour - 1));
    expect(addWrongCode(count(1, 0), bound, hour)).toEqual(count(1, hour));
    expect(addWrongCode(count(2, 0), bound, 5)).toEqual(count(3, 5, hour + 5));
    expect(addWrongCode(count(3, 0, hour), bound, hour - 1)).toEqual(count(4, hour - 1, 2 * hour - 1));
    expect(addWrongCode(count(3, 0, hour), bound, hour)).toEqual(count(1, hour));
    expect(addWrongCode(count(3, hour, 9), bound, 9)).toEqual(count(1, 9));
    expect(addWrongCode(null, { subject: 's', atMost: 1 }, 0)).toEqual(count(1, 0, hour));
  });
});
