import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUpstreamIds } from '../../../src/bank/upstream/ids.ts';

const uuid5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const psu = '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11';
const sent = { operation: 'createPayment', body: { creditorName: 'Kari' } };
const text = fc.string({ minLength: 1, maxLength: 20 });
const ids = createUpstreamIds(() => 'secret');
const others = createUpstreamIds(() => 'another');

describe('an id of a request', () => {
  it('never changes: a change would let each retry make a second payment', () => {
    expect(ids.deriveRequestId('PSDNO-FSA-ACME', '01977f4e-7a10-7b21-8c32-4d5e6f708192', 'pay', sent)).toBe(
      'ea6f0795-d5ba-5f7e-b80d-acf79dfcbf04',
    );
  });

  it('is a UUID of version 5, and another one for every other TPP, request, place, instruction and secret', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text, text), { maxLength: 20 }), (all) => {
        const made = new Map(all.map((one) => [JSON.stringify(one), ids.deriveRequestId(...one)]));
        for (const id of made.values()) expect(id).toMatch(uuid5);
        expect(new Set(made.values()).size).toBe(made.size);
        for (const one of all) expect(others.deriveRequestId(...one)).not.toBe(ids.deriveRequestId(...one));
      }),
    );
  });

  it('is the same in every process once a new secret is read', () => {
    let secret = 'secret';
    const renewed = createUpstreamIds(() => secret);
    const asked = ['PSDNO-FSA-ACME', '01977f4e-7a10-7b21-8c32-4d5e6f708192', 'pay', sent] as const;
    expect(renewed.deriveRequestId(...asked)).toBe(ids.deriveRequestId(...asked));
    secret = 'another';
    expect(renewed.deriveRequestId(...asked)).toBe(others.deriveRequestId(...asked));
  });

  it('separates its parts', () => {
    expect(ids.deriveRequestId('a', 'b', 'c', sent)).not.toBe(ids.deriveRequestId('ab', '', 'c', sent));
    expect(ids.deriveRequestId('a', 'b,c', '', sent)).not.toBe(ids.deriveRequestId('a', 'b', 'c', sent));
    expect(ids.deriveRequestId('a","b', 'c', '', sent)).not.toBe(ids.deriveRequestId('a', 'b","c', '', sent));
  });
});

describe('a PSU', () => {
  it('keeps its id: a change would ask every PSU to log in at the bank again', () => {
    expect(ids.derivePsu('PSDNO-FSA-ACME', psu, 'session')).toEqual({
      tppId: 'PSDNO-FSA-ACME',
      psuId: 'c4354921-2e0c-5234-89e7-3418c254469a',
      sessionId: '39fe36fb-d1e3-5fce-939c-e67fd5d2f142',
    });
  });

  it('has ids of version 5, the same for the same TPP and session, in any case of the letters', () => {
    const one = ids.derivePsu('TPP', psu, 'session');
    expect(one).toEqual(ids.derivePsu('TPP', psu.toUpperCase(), 'session'));
    expect(one).toEqual({
      tppId: 'TPP',
      psuId: expect.stringMatching(uuid5),
      sessionId: expect.stringMatching(uuid5),
    });
    expect(one.sessionId).not.toBe(ids.derivePsu('TPP', psu, 'SESSION').sessionId);
  });

  it('of one TPP is never a PSU of another, whatever ids the other chooses', () => {
    fc.assert(
      fc.property(text, text, fc.uuid(), text, (tpp, other, psuId, sessionId) => {
        fc.pre(tpp !== other);
        const [own, foreign] = [ids.derivePsu(tpp, psuId, sessionId), ids.derivePsu(other, psuId, sessionId)];
        expect(own.psuId).not.toBe(foreign.psuId);
        expect(own.sessionId).not.toBe(foreign.sessionId);
        expect(ids.derivePsu(other, own.psuId, own.sessionId).psuId).not.toBe(own.psuId);
      }),
    );
  });

  it('has ids that cannot be derived from its TPP, PSU-ID and session without the secret', () => {
    const own = ids.derivePsu('TPP', psu, 'session');
    const guess = others.derivePsu('TPP', psu, 'session');
    expect([guess.psuId, guess.sessionId]).not.toEqual([own.psuId, own.sessionId]);
    const namespace = Buffer.from('f4cadf8a794f44129b14f87e9d75b567', 'hex');
    const derived = hash('sha1', Buffer.concat([namespace, Buffer.from(JSON.stringify(['TPP', psu]))]));
    expect(own.psuId?.slice(0, 8)).not.toBe(derived.slice(0, 8));
  });

  it('is recognised as ours by its id, in any case of the letters; other ids are not', () => {
    fc.assert(
      fc.property(text, fc.uuid(), (tpp, psuId) => {
        const own = ids.derivePsu(tpp, psuId, null).psuId ?? '';
        expect([ids.isPsuIdMadeHere(own), ids.isPsuIdMadeHere(own.toUpperCase())]).toEqual([true, true]);
        expect([ids.isPsuIdMadeHere(psuId), others.isPsuIdMadeHere(own)]).toEqual([false, false]);
        const last = own.at(-1) === '0' ? '1' : '0';
        expect(ids.isPsuIdMadeHere(own.slice(0, -1) + last)).toBe(false);
      }),
    );
    for (const other of ['', 'enc!!psu', '0', psu.slice(1), `${psu}0`])
      expect(ids.isPsuIdMadeHere(other)).toBe(false);
  });

  it('has no id where the TPP gave none', () => {
    expect(ids.derivePsu('TPP', null, null)).toEqual({ tppId: 'TPP', psuId: null, sessionId: null });
  });

  it('has the id that the bank has given it, if it has a session', () => {
    const own = ids.derivePsu('TPP', psu, 'session');
    expect(ids.derivePsu('TPP', psu, 'session', 'enc!!psu')).toEqual({ ...own, psuId: 'enc!!psu' });
    expect(ids.derivePsu('TPP', psu, null, 'enc!!psu')).toEqual({ ...own, sessionId: null });
  });

  it('never has the id of a request', () => {
    expect(ids.derivePsu('a', 'b', 'b').psuId).not.toBe(ids.derivePsu('a', 'b', 'b').sessionId);
  });
});
