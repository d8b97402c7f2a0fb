import { describe, expect, it } from 'vitest';
import { languageOf, psuOf, redirectUriOf } from '../../src/operations/authorisations/psu.ts';
import { payment } from '../db/support/rows.ts';
import { nobody } from './stores.ts';

const kept = payment('a', {
  psuId: 'kept',
  identityNumber: 'kept',
  sessionId: 'kept',
  redirectUri: 'kept',
  brand: 'kept',
  authMethodPreferred: 'kept',
  corporateId: 'kept',
  psuContext: 'PRIVATE',
});
const silent = { ...nobody, redirectUri: null };

describe('the PSU of an authorisation', () => {
  it.each([
    ['psuId', 'psuId'],
    ['identityNumber', 'identityNumber'],
    ['sessionId', 'sessionId'],
    ['redirectUri', 'redirectUri'],
    ['brand', 'brand'],
    ['authMethodPreferred', 'authMethodPreferred'],
    ['corporateId', 'corporateId'],
    ['context', 'psuContext'],
  ] as const)('has the %s from the request, else the stored one', (sent, of) => {
    expect(psuOf(kept, silent)[sent]).toBe(kept[of]);
    expect(psuOf(kept, { ...silent, [sent]: 'sent' })[sent]).toBe('sent');
    expect(psuOf({ ...kept, [of]: null }, { ...silent, [sent]: 'sent' })[sent]).toBe('sent');
  });

  it('has no brand and no method when none is stored, as for a basket', () => {
    const { brand, authMethodPreferred, ...basket } = kept;
    expect([brand, authMethodPreferred]).toEqual(['kept', 'kept']);
    expect(psuOf(basket, silent)).toMatchObject({ brand: null, authMethodPreferred: null });
  });

  it('has the redirect preference from the request, else the stored one, whatever the return address', () => {
    for (const stored of [true, false])
      for (const sent of [true, false, null])
        for (const redirectUri of ['sent', null]) {
          const request = { ...silent, redirectUri, redirectPreferred: sent };
          const { redirectPreferred } = psuOf({ ...kept, redirectPreferred: stored }, request);
          expect(redirectPreferred).toBe(sent ?? stored);
        }
  });

  it('reads the language of this request, or none', () => {
    expect(psuOf(kept, { ...silent, acceptLanguage: 'nb' }).acceptLanguage).toBe('nb');
    expect(languageOf(silent)).toBeNull();
    expect(languageOf({ ...silent, acceptLanguage: 'nb, en;q=0.5' })).toBe('nb');
    expect(languageOf({ ...silent, acceptLanguage: 'en' })).toBe('en');
  });

  it('has a return address, without which nothing starts', () => {
    expect(redirectUriOf(nobody)).toBe('https://tpp.example/');
    // Both doors refuse a request without one, so this is a defect of the service, not a refusal.
    expect(() => redirectUriOf(silent)).toThrow('without TPP-Redirect-URI');
  });
});
