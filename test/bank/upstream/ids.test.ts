/** Ids upstream: the same for the same, and never one for two TPPs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnedPsu, upstreamPsu, upstreamRequestId } from '../../../src/bank/upstream/ids.ts';

const uuid5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const psu = '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11';
const sent = { operation: 'createPayment', body: { creditorName: 'Kari' } };
const text = fc.string({ minLength: 1, maxLength: 20 });

describe('an id of a request', () => {
  it('is what it was: a change would let every repetition that is under way make a second payment', () => {
    expect(upstreamRequestId('PSDNO-FSA-ACME', '01977f4e-7a10-7b21-8c32-4d5e6f708192', 'pay', sent)).toBe(
      '5afd1001-ab9c-556b-8186-4b126d5b46e0',
    );
  });

  it('is a UUID of version 5, and another one for every other TPP, request, place and instruction', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text, text), { maxLength: 20 }), (all) => {
        const ids = new Map(all.map((one) => [JSON.stringify(one), upstreamRequestId(...one)]));
        for (const id of ids.values()) expect(id).toMatch(uuid5);
        expect(new Set(ids.values()).size).toBe(ids.size);
      }),
    );
  });

  it('does not run its parts together', () => {
    expect(upstreamRequestId('a', 'b', 'c', sent)).not.toBe(upstreamRequestId('ab', '', 'c', sent));
    expect(upstreamRequestId('a', 'b,c', '', sent)).not.toBe(upstreamRequestId('a', 'b', 'c', sent));
    expect(upstreamRequestId('a","b', 'c', '', sent)).not.toBe(upstreamRequestId('a', 'b","c', '', sent));
  });
});

describe('a PSU', () => {
  it('has ids of version 5, the same for the same TPP and session, in any case of the letters', () => {
    const one = upstreamPsu('TPP', psu, 'session');
    expect(one).toEqual(upstreamPsu('TPP', psu.toUpperCase(), 'session'));
    expect(one).toEqual({
      tppId: 'TPP',
      psuId: expect.stringMatching(uuid5),
      sessionId: expect.stringMatching(uuid5),
    });
    expect(one.sessionId).not.toBe(upstreamPsu('TPP', psu, 'SESSION').sessionId);
  });

  it('of one TPP is none of another, whatever ids the other chooses', () => {
    fc.assert(
      fc.property(text, text, fc.uuid(), text, (tpp, other, psuId, sessionId) => {
        fc.pre(tpp !== other);
        const [own, foreign] = [upstreamPsu(tpp, psuId, sessionId), upstreamPsu(other, psuId, sessionId)];
        expect(own.psuId).not.toBe(foreign.psuId);
        expect(own.sessionId).not.toBe(foreign.sessionId);
        // Nor by sending up what the other was given.
        expect(upstreamPsu(other, own.psuId, own.sessionId).psuId).not.toBe(own.psuId);
      }),
    );
  });

  it('has no id where the TPP gave none', () => {
    expect(upstreamPsu('TPP', null, null)).toEqual({ tppId: 'TPP', psuId: null, sessionId: null });
  });

  it('keeps the ids that a bank has sent back, for its own TPP', () => {
    expect(returnedPsu('TPP', 'enc!!psu', 'session')).toEqual({
      tppId: 'TPP',
      psuId: 'enc!!psu',
      sessionId: 'session',
    });
  });

  it('never has the id of a request', () => {
    expect(upstreamPsu('a', 'b', 'b').psuId).not.toBe(upstreamPsu('a', 'b', 'b').sessionId);
  });
});
