import { expect, it } from 'vitest';
import { readEvents } from '../src/server-sent-events.ts';

async function eventsIn(...chunks: readonly string[]) {
  const events: unknown[] = [];
  async function* body() {
    for (const chunk of chunks) yield new TextEncoder().encode(chunk);
  }
  for await (const event of readEvents(body())) events.push(event);
  return events;
}

it('a line without a colon is the name of a field with an empty value', async () => {
  expect(await eventsIn('event: next\ndata\n\n', 'event: next\ndata: 1\ndata\ndata: 2\n\n')).toEqual([
    { event: 'next', data: '' },
    { event: 'next', data: '1\n\n2' },
  ]);
});

it('a line without a colon never counts as a field whose name lacks its last letter', async () => {
  expect(await eventsIn('data: 1\ndatas\nevents\n\n')).toEqual([{ event: 'message', data: '1' }]);
});

it('a field event with an empty value does not name the event', async () => {
  expect(await eventsIn('event\ndata: 1\n\n', 'event:\ndata: 2\n\n')).toEqual([
    { event: 'message', data: '1' },
    { event: 'message', data: '2' },
  ]);
});

it('the last field event names the event', async () => {
  expect(await eventsIn('event: next\nevent: complete\ndata\n\n', 'event: next\nevent\ndata: 1\n\n')).toEqual(
    [
      { event: 'complete', data: '' },
      { event: 'message', data: '1' },
    ],
  );
});
