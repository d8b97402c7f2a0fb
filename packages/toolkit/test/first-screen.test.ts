import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readFirstScreen } from '../src/first-screen.ts';

const screen = '\n  PSD2 bank is ready at http://localhost:4001\n  REST     http://localhost:4001/v1\n\n';

it('is the output of a service until it is ready', async () => {
  const output = new PassThrough();
  const result = readFirstScreen(output);
  for (const line of screen.split(/(?<=\n)/)) output.write(line);
  expect(await result).toBe(screen);
});

it('is bounded, whatever the service writes before', async () => {
  const output = new PassThrough();
  const result = readFirstScreen(output);
  for (let count = 0; count < 100; count += 1) output.write('x'.repeat(10_000));
  output.write(screen);
  const text = await result;
  expect([text.length, text.endsWith(screen)]).toEqual([10_000, true]);
});

it('keeps nothing of what the service writes afterwards, and lets it write on', async () => {
  const output = new PassThrough();
  const result = readFirstScreen(output);
  output.write(screen);
  await result;
  expect(output.listenerCount('data')).toBe(0);
  while (output.write('x'.repeat(10_000)));
  await once(output, 'drain');
});
