import { describe, expect, it } from 'vitest';
import { type Refusal, refuse } from '../../src/domain/refusal.ts';
import { requestIdsKeptMs } from '../../src/operations/idempotent.ts';
import { Collision } from '../../src/operations/ports/stores.ts';
import { ours, start } from '../db/support/rows.ts';
import {
  answer,
  call,
  caller,
  earlier,
  finish,
  needs,
  nothing,
  performing,
  request,
  thrown,
  writing,
} from './performing.ts';

const reused = [
  'CONFLICT',
  'X-Request-ID',
  'this X-Request-ID was used for another request; every new request needs a new id',
];
const messagesOf = (error: Refusal) => [error.reason, error.tppMessages[0]?.path, error.tppMessages[0]?.text];

describe('a write', () => {
  it('runs once, and stores its response with the use of the id', async () => {
    const { performer, given, audits, queries } = performing();
    const { operation, contexts } = writing();
    const performed = await performer.write(operation, call(), () => 'input', finish);
    expect(performed).toEqual({ kind: 'outcome', outcome: 'made', answer, isReplay: false });
    expect(given('requests.insert')).toEqual([[request, { answer }, start]]);
    const asked = { requestId: 'r', ignoreBefore: start - requestIdsKeptMs };
    expect(queries).toEqual([{ request: asked, needs: null }]);
    expect(contexts).toMatchObject([{ hasMetEqualPayment: false, now: start, today: '2030-01-07' }]);
    expect(audits()).toEqual([{ operation: 'writing', tppId: ours, result: 'done' }]);
  });

  it('uses the sandbox clock of its TPP, and outside a sandbox real time', async () => {
    const facts = { ...nothing, clockOffset: 86_400_000 };
    for (const [sandbox, now, today] of [
      [true, start + 86_400_000, '2030-01-08'],
      [false, start, '2030-01-07'],
    ] as const) {
      const { operation, contexts } = writing();
      await performing({ facts: facts }, sandbox).performer.write(operation, call(), () => '', finish);
      expect(contexts).toMatchObject([{ now, realNow: start, today }]);
    }
  });

  it('needs its role', async () => {
    const { performer, audits } = performing();
    const { operation, contexts } = writing();
    const foreign = call({ caller: { ...caller, roles: ['PSP_AI'] } });
    const error = await thrown(performer.write(operation, foreign, () => '', finish));
    expect([error.reason, contexts]).toEqual(['ROLE_INVALID', []]);
    expect(audits()).toMatchObject([{ result: 'refused', code: 'ROLE_INVALID' }]);
    expect((await thrown(performer.read(writing().operation, call(), ''))).message).toContain('not a read');
  });

  it('is audited as a failure when a defect throws', async () => {
    const { performer, audits } = performing();
    await thrown(performer.write(writing([new Error('defect')]).operation, call(), () => '', finish));
    expect(audits()).toEqual([{ operation: 'writing', tppId: ours, result: 'failed' }]);
  });

  it('under a used id returns the stored response, and does nothing', async () => {
    const { performer, audits } = performing({ facts: { ...nothing, earlierRequest: earlier } });
    const { operation, contexts } = writing();
    expect(await performer.write(operation, call(), () => '', finish)).toEqual({
      kind: 'storedAnswer',
      answer,
    });
    expect([contexts, audits()]).toMatchObject([[], [{ result: 'replayed' }]]);
  });

  it('under an id of another request is a conflict, whoever detects it', async () => {
    const other = { ...earlier, fingerprint: 'other' };
    const byFacts = performing({ facts: { ...nothing, earlierRequest: other } }).performer;
    const bySeen = performing({ 'requests.find': other }).performer;
    const broken = () => {
      throw refuse('FORMAT_ERROR');
    };
    for (const act of [
      byFacts.write(writing().operation, call(), () => '', finish),
      bySeen.write(writing().operation, call(), broken, finish),
    ])
      expect(messagesOf(await thrown(act))).toEqual(reused);
  });

  it('with a malformed body reports that only for a new id', async () => {
    const broken = () => {
      throw refuse('FORMAT_ERROR', { path: 'body' });
    };
    const fresh = performing();
    expect((await thrown(fresh.performer.write(writing().operation, call(), broken, finish))).reason).toBe(
      'FORMAT_ERROR',
    );
    expect(fresh.given('requests.find')).toEqual([[ours, 'r', start - requestIdsKeptMs]]);
    expect(fresh.given('tpps.register')).toEqual([]);
    const used = performing({ 'requests.find': earlier });
    const again = await used.performer.write(writing().operation, call(), broken, finish);
    expect(again).toEqual({ kind: 'storedAnswer', answer });
    expect(used.audits()).toMatchObject([{ result: 'replayed' }]);
  });

  it('that is refused just after the same request succeeded returns that response', async () => {
    const { performer } = performing({ 'requests.find': earlier });
    const { operation } = writing([refuse('CONFLICT')]);
    expect(await performer.write(operation, call(), () => '', finish)).toEqual({
      kind: 'storedAnswer',
      answer,
    });
    const alone = performing();
    expect((await thrown(alone.performer.write(operation, call(), () => '', finish))).reason).toBe(
      'CONFLICT',
    );
    expect(
      await alone.performer.write(writing().operation, call({ idempotencyKey: null }), () => '', finish),
    ).toMatchObject({
      answer,
    });
    expect(alone.given('requests.insert')).toEqual([]);
  });
});

describe('a mutation of a document', () => {
  const as = { as: 'outcome', field: 'one' } as const;
  it('stores its outcome, next to earlier ones', async () => {
    const first = performing();
    expect(await first.performer.write(writing().operation, call(), () => '', as)).toMatchObject({
      answer: null,
    });
    expect(first.given('requests.insert')).toEqual([[request, { field: 'one', outcome: 'made' }, start]]);
    const earlierRequest = { ...earlier, answer: null, outcomes: { other: 1 } };
    const further = performing({ facts: { ...nothing, earlierRequest }, 'requests.addOutcome': true });
    await further.performer.write(writing().operation, call(), () => '', as);
    expect(further.given('requests.addOutcome')).toEqual([[request, 'one', 'made']]);
    expect(further.given('requests.insert')).toEqual([]);
    const taken = performing({ facts: { ...nothing, earlierRequest }, 'requests.addOutcome': false });
    expect((await thrown(taken.performer.write(writing().operation, call(), () => '', as))).name).toBe(
      'Collision',
    );
  });

  it('returns its stored outcome', async () => {
    const { performer, audits } = performing({
      facts: { ...nothing, earlierRequest: { ...earlier, outcomes: { one: 'was' } } },
    });
    const performed = await performer.write(writing().operation, call(), () => '', as);
    expect(performed).toEqual({ kind: 'outcome', outcome: 'was', answer: null, isReplay: true });
    expect(audits()).toMatchObject([{ result: 'replayed' }]);
  });
});

describe('a lost race', () => {
  it('over the same id is run again, after room was made for the id', async () => {
    const { performer, given } = performing();
    const { operation, contexts } = writing([new Collision('REQUEST'), 'made']);
    expect(await performer.write(operation, call(), () => '', finish)).toMatchObject({ outcome: 'made' });
    expect(given('requests.deleteIfOld')).toEqual([[request, start - requestIdsKeptMs]]);
    expect(contexts.map(({ hasMetEqualPayment }) => hasMetEqualPayment)).toEqual([false, false]);
  });

  it('against a duplicate payment is run again and checked', async () => {
    const { performer, given } = performing();
    const { operation, contexts } = writing([new Collision('DUPLICATE'), 'made']);
    await performer.write(operation, call(), () => '', finish);
    expect(contexts.map(({ hasMetEqualPayment }) => hasMetEqualPayment)).toEqual([false, true]);
    expect(given('requests.deleteIfOld')).toEqual([]);
  });

  it('that repeats is given up after five attempts', async () => {
    const { operation, contexts } = writing([new Collision('REQUEST')]);
    expect((await thrown(performing().performer.write(operation, call(), () => '', finish))).name).toBe(
      'Collision',
    );
    expect(contexts).toHaveLength(5);
  });
});

describe('the preconditions of a write', () => {
  it('are read with the needs of the operation', async () => {
    const { performer, queries } = performing({ 'tpps.register': false });
    await performer.write(writing(['made'], { needs }).operation, call(), () => '', finish);
    expect(queries).toMatchObject([{ needs: needs() }]);
  });

  it('are read again after a duplicate payment, and for the second mutation of a document', async () => {
    const race = writing([new Collision('DUPLICATE'), 'made'], { needs });
    const first = performing();
    await first.performer.write(race.operation, call(), () => '', finish);
    expect(race.contexts.map(({ hasMetEqualPayment }) => hasMetEqualPayment)).toEqual([false, true]);
    expect(first.queries).toHaveLength(2);
    const { performer, queries } = performing();
    const one = call();
    for (let count = 0; count < 2; count += 1)
      await performer.write(writing(['made'], { needs }).operation, one, () => '', finish);
    expect(queries).toHaveLength(2);
  });

  it('are ignored when they cannot be read', async () => {
    const { performer, given, queries } = performing();
    const broken = new Error('lost');
    const asked = writing(['made'], {
      needs: () => {
        throw broken;
      },
    });
    expect(await thrown(performer.write(asked.operation, call(), () => '', finish))).toBe(broken);
    expect([given('requests.find'), queries]).toEqual([[], []]);
  });
});

describe('a TPP', () => {
  it('is registered once, and its sandbox is filled by the first request', async () => {
    const { performer, given } = performing({
      'tpps.register': true,
      'sandbox.customers.insert': true,
      'sandbox.accounts.insert': true,
    });
    for (let count = 0; count < 2; count += 1)
      await performer.write(writing().operation, call(), () => '', finish);
    expect(given('tpps.register')).toEqual([[ours, 'Ours']]);
    expect(given('sandbox.customers.insert')).toHaveLength(1);
    const second = performing({ 'tpps.register': false });
    await second.performer.write(writing().operation, call(), () => '', finish);
    expect(second.given('sandbox.customers.insert')).toEqual([]);
  });

  it('has the name of a renewed certificate, stored once, and not of a token', async () => {
    const { performer, given } = performing({ 'tpps.register': false });
    const renewed = { ...caller, name: 'Renamed', signature: 'x' };
    for (const one of [caller, renewed, { ...renewed, name: 'Ours' }, renewed])
      await performer.write(writing().operation, call({ caller: one }), () => '', finish);
    expect(given('tpps.rename')).toEqual([[ours, 'Renamed']]);
  });

  it('has no sandbox outside a sandbox, and no clock', async () => {
    const { performer, given, queries } = performing(
      { 'tpps.register': true, 'tpps.clockOffset': 1_000 },
      false,
    );
    await performer.write(writing().operation, call(), () => '', finish);
    expect([given('tpps.register').length, given('sandbox.customers.insert'), queries.length]).toEqual([
      1,
      [],
      1,
    ]);
  });

  it('sees one time in all reads of a call', async () => {
    const { performer, given } = performing({ 'tpps.clockOffset': 1_000, 'tpps.register': false });
    const reading = {
      name: 'reading',
      role: null,
      kind: 'read' as const,
      refusals: [],
      run: async ({ time }: { time: () => Promise<{ now: number; realNow: number }> }) => time(),
    };
    const one = call();
    const [first, second] = [await performer.read(reading, one, ''), await performer.read(reading, one, '')];
    expect(first).toMatchObject({ now: start + 1_000, realNow: start });
    expect(second).toBe(first);
    expect(given('tpps.clockOffset')).toEqual([[ours]]);
    expect((await thrown(performer.write(reading as never, one, () => '', finish))).message).toContain(
      'not a write',
    );
  });
});

describe('a read within an operation', () => {
  it('needs the role, and does nothing for a caller without it', async () => {
    const { performer, asked, audits } = performing();
    const foreign = call({ caller: { ...caller, roles: ['PSP_AI'] } });
    expect((await thrown(performer.beginRead(foreign, 'PSP_PI'))).reason).toBe('ROLE_INVALID');
    expect([asked, audits()]).toEqual([[], []]);
    expect((await performer.beginRead(foreign, null)).caller).toBe(foreign.caller);
  });

  it('registers a TPP, and uses the time of the other reads of the call', async () => {
    const { performer, given } = performing({ 'tpps.clockOffset': 1_000, 'tpps.register': false });
    const one = call();
    const [first, second] = [await performer.beginRead(one, null), await performer.beginRead(one, null)];
    expect(await second.time()).toBe(await first.time());
    expect([given('tpps.register'), given('tpps.clockOffset')]).toEqual([[[ours, 'Ours']], [[ours]]]);
  });
});
