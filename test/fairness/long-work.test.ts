import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { parseFields } from '../../src/domain/fields/parse.ts';
import { parseStrictJsonWithPauses } from '../../src/domain/fields/strict-json.ts';
import { type PausableWork, runToEnd } from '../../src/domain/pausable-work.ts';
import { runLater, runYielding, yieldToEventLoop } from '../../src/fairness/long-work.ts';
import { startBank } from '../support/bank.ts';
import { injectRequest } from '../support/inject.ts';
import { freshPsu, productOf } from '../support/payments.ts';
import { longestShare } from '../support/stretch.ts';

function* busy(parts: number, milliseconds: number): PausableWork<number> {
  for (let part = 0; part < parts; part += 1) {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
    yield;
  }
  return parts;
}

describe('work with pauses', () => {
  it('ends at once when it is short', () => {
    expect(runYielding('A', busy(5, 0))).toBe(5);
  });

  it('lets other work run between long parts', async () => {
    let turns = 0;
    let over = false;
    const count = () => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    expect(await runYielding('A', busy(6, 6))).toBe(6);
    over = true;
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('passes on an error', async () => {
    function* failing(): PausableWork<void> {
      yield* busy(2, 6);
      throw new Error('in the end');
    }
    await expect(runYielding('A', failing())).rejects.toThrow('in the end');
  });
});

it('a piece that begins while timers are faked does not hold up later pieces', async () => {
  vi.useFakeTimers();
  const first = yieldToEventLoop('A');
  vi.useRealTimers();
  await first;
  await yieldToEventLoop('B');
}, 5_000);

describe('long work from many requesters at once', () => {
  async function piecesOfIterations(
    work: (piece: () => void) => Promise<unknown>,
  ): Promise<readonly number[]> {
    const pieces: number[] = [];
    let over = false;
    const count = () => {
      pieces.push(0);
      if (!over) setImmediate(count);
    };
    count();
    await work(() => {
      pieces[pieces.length - 1] = (pieces.at(-1) ?? 0) + 1;
    });
    over = true;
    return pieces;
  }

  it('runs one piece in an iteration, however many began together and for any owner', async () => {
    function* counted(piece: () => void): PausableWork<void> {
      for (let step = 0; step < 3; step += 1) {
        piece();
        yield* busy(1, 6);
      }
    }
    const pieces = await piecesOfIterations((piece) =>
      Promise.all(['A', 'A', 'A', 'B', 'C'].map((owner) => runLater(owner, counted(piece)))),
    );
    expect(pieces.reduce((sum, some) => sum + some)).toBe(15);
    expect(Math.max(...pieces)).toBe(1);
  });

  it('takes turns between owners, so that a small request waits little', async () => {
    const order: string[] = [];
    const piece = async (owner: string) => {
      await yieldToEventLoop(owner);
      order.push(owner);
    };
    const much = Array.from({ length: 50 }, () => piece('much'));
    await Promise.all([...much, piece('little'), piece('some'), piece('some')]);
    expect(order.slice(0, 5)).toEqual(['much', 'little', 'some', 'much', 'some']);
    expect(order).toHaveLength(53);
  });
});

const bulk = productOf('BULK_NDCT');
const entry = { ...(bulk.example as { payments: object[] }).payments[0] };
const bulkOf = (payments: unknown[]) => ({ ...(bulk.example as object), payments });
const many = (count: number, last: unknown) =>
  bulkOf([
    ...Array(count - 1)
      .fill(0)
      .map(() => ({ ...entry })),
    last,
  ]);

describe('a list that is read with pauses', () => {
  it.each([
    ['the last entry is wrong', many(200, { creditorName: 3 })],
    ['an entry is no object', many(100, 7)],
    ['there are too many', many(1_001, entry)],
    ['nothing is wrong', many(100, entry)],
    [
      'all are wrong',
      bulkOf(
        Array(999)
          .fill(0)
          .map(() => ({ instructedAmount: 1 })),
      ),
    ],
  ])('gives the same result as one that is read in one go: %s', (_, body) => {
    const inOneGo = bulk.body.safeParse(body);
    const inSteps = parseFields(bulk.body, body);
    expect(inSteps.ok).toBe(inOneGo.success);
    if (inSteps.ok) return expect(inSteps.value).toEqual(inOneGo.data);
    const places = new Set(inOneGo.error?.issues.map(({ path }) => path.join('.')));
    expect(new Set(inSteps.faults.map(({ path }) => path.replace(/\[(\d+)\]/g, '.$1')))).toEqual(places);
  });

  it('a duplicate key is found with pauses too', () => {
    const pairs = Array.from({ length: 9_000 }, (_, index) => `"k${index}":{"a":1}`);
    const text = `{${pairs.join()},"k8999":1}`;
    expect(() => runToEnd(parseStrictJsonWithPauses(Buffer.from(text)))).toThrow('"k8999" appears twice');
  });
});

it('no body blocks others for the time of its reading', async () => {
  const bank = await startBank();
  try {
    const tpp = bank.tpp();
    await tpp.rest('GET', '/v1/sandbox/customers');
    const url = 'http://localhost:4000/v1/bulk-payments/norwegian-domestic-credit-transfers';
    const unknown = Array.from({ length: 40_000 }, (_, index) => `"x${index}":1`).join();
    for (const raw of [JSON.stringify(many(1_000, { x: 1 })), `{${unknown}}`, `{${unknown},"x1":1}`]) {
      const read = async () => {
        const headers = signRequest({ method: 'POST', url, headers: freshPsu(), body: raw }, tpp.identity);
        const request = new Request(url, { method: 'POST', headers, body: raw });
        expect((await injectRequest(bank.app, request)).status).toBe(400);
      };
      expect(await longestShare(read, 0.7), raw.slice(0, 40)).toBeLessThan(0.7);
    }
  } finally {
    await bank.stop();
  }
});

it('no variables of a mutation block others for the time of their check', async () => {
  const bank = await startBank();
  try {
    const tpp = bank.tpp();
    await tpp.rest('GET', '/v1/sandbox/customers');
    const query =
      'mutation($input: CreateDomesticPaymentInput!) { createDomesticPayment(input: $input) { tppMessages { code } } }';
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`x${index}`, 1]));
    const url = 'http://localhost:4000/graphql';
    for (const input of [unknown, { psu: unknown }, { creditorName: unknown }]) {
      const body = JSON.stringify({ query, variables: { input } });
      const plain = { 'content-type': 'application/json', ...freshPsu() };
      const headers = signRequest({ method: 'POST', url, headers: plain, body }, tpp.identity);
      const send = async () => {
        const answer = await injectRequest(bank.app, new Request(url, { method: 'POST', headers, body }));
        expect(await answer.text()).toContain('FORMAT_ERROR');
      };
      expect(await longestShare(send, 0.57), JSON.stringify(input).slice(0, 20)).toBeLessThan(0.57);
    }
  } finally {
    await bank.stop();
  }
});

it('strangers who introspect the schema together block others no longer than one of them', async () => {
  const bank = await startBank();
  try {
    const look = async () => {
      const body = JSON.stringify({ query: getIntrospectionQuery() });
      const headers = { 'content-type': 'application/json' };
      expect((await bank.fetch('/graphql', { method: 'POST', headers, body })).status).toBe(200);
    };
    await look();
    const looks = () => Promise.all(Array.from({ length: 12 }, look));
    expect(await longestShare(looks, 0.4)).toBeLessThan(0.4);
  } finally {
    await bank.stop();
  }
});
