import { afterEach, describe, expect, it, vi } from 'vitest';
import { domesticPath } from '../support/story.ts';
import { type Filled, holdTime, passDeadline, startFilled, times } from './filled.ts';
import { requestText, signedText } from './sockets.ts';
import { holdDatabase } from './support.ts';

let filled: Filled;
afterEach(() => filled.stop());

describe('incomplete bodies', () => {
  const whole = requestText('POST', '/v1/signing-baskets', [['content-type', 'application/json']], '{}');
  const half = whole.slice(0, -1);
  const incomplete = 'psd2_requests_incomplete';

  it('free every slot of their address after the deadline: 125 halves, twice', async () => {
    filled = await startFilled({ requestsAtOnce: 500 });
    const { ask, becomes, one } = filled;
    holdTime();
    for (const _ of [1, 2]) {
      const answered = ask(125, () => half, '127.0.0.2');
      await becomes(incomplete, 125);
      expect(await one(whole, '127.0.0.2')).toBe(503);
      await passDeadline();
      expect(await answered).toEqual(times(125, 408));
      await becomes(incomplete, 0);
      expect(await one(whole, '127.0.0.2')).toBe(400);
    }
  });

  it('free every slot of the process, for any number of addresses: 16 times 16, twice', async () => {
    filled = await startFilled({ requestsAtOnce: 64 });
    const { ask, becomes, one } = filled;
    const addresses = Array.from({ length: 16 }, (_, index) => `127.0.0.${index + 2}`);
    holdTime();
    for (const _ of [1, 2]) {
      const answered = Promise.all(addresses.map((address) => ask(16, () => half, address)));
      await becomes(incomplete, 256);
      expect(await one(whole)).toBe(503);
      await passDeadline();
      expect((await answered).flat()).toEqual(times(256, 408));
      await becomes(incomplete, 0);
      expect(await one(whole)).toBe(400);
    }
  });
});

it('requests whose work outlasts the deadline free every slot when it ends', async () => {
  filled = await startFilled({ requestsAtOnce: 4 });
  const { bank, tpp, ask, becomes, figure, one } = filled;
  const read = () => signedText(tpp, 'GET', `${domesticPath}/none`);
  for (const _ of [1, 2]) {
    const release = await holdDatabase(bank);
    holdTime();
    const answered = ask(4, read);
    await becomes('psd2_requests_under_way', 4);
    expect(await one(read())).toBe(503);
    await passDeadline();
    expect(await answered).toEqual(times(4, 503));
    expect(await figure('psd2_requests_under_way')).toBe(4);
    vi.useRealTimers();
    await release();
    await becomes('psd2_requests_under_way', 0);
    expect(await one(read())).toBe(404);
  }
});
