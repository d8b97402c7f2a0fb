/** What becomes of a statement: its answer, its failure, or neither in time. The connection is a stand-in. */
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureCode } from '../../src/db/connections/failure.ts';
import { answerOf } from '../../src/db/connections/send.ts';

type Settle = (error: Error | null, result?: unknown) => void;

function connection() {
  const sent: { readonly config: unknown; readonly values: unknown; readonly settle: Settle }[] = [];
  const destroy = vi.fn();
  const client = {
    connection: { stream: { destroy } },
    query: (config: unknown, values: unknown, settle: Settle) => void sent.push({ config, values, settle }),
  } as unknown as pg.ClientBase;
  return { client, sent, destroy };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a statement', () => {
  it('is sent with its values, and answered; its connection is left alone afterwards', async () => {
    const { client, sent, destroy } = connection();
    const answer = answerOf(client, { text: 'select $1' }, ['x'], 100);
    expect(sent.map(({ config, values }) => [config, values])).toEqual([[{ text: 'select $1' }, ['x']]]);
    sent[0]?.settle(null, 'rows');
    expect(await answer).toBe('rows');
    vi.advanceTimersByTime(1_000);
    expect(destroy).not.toHaveBeenCalled();
  });

  it('that fails in time says why, and its connection is left alone', async () => {
    const { client, sent, destroy } = connection();
    const answer = answerOf(client, 'commit', undefined, 100);
    const why = new Error('refused');
    sent[0]?.settle(why);
    await expect(answer).rejects.toBe(why);
    vi.advanceTimersByTime(1_000);
    expect(destroy).not.toHaveBeenCalled();
  });

  it('without an answer in time fails, and its connection is destroyed, whatever comes later', async () => {
    const { client, sent, destroy } = connection();
    const code = answerOf(client, 'commit', undefined, 100).catch(failureCode);
    vi.advanceTimersByTime(99);
    expect(destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(destroy).toHaveBeenCalledOnce();
    sent[0]?.settle(null, 'rows');
    expect(await code).toBe('ANSWER_TIMEOUT');
  });
});
