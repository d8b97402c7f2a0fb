import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { builtService } from '../../../test/support/built.ts';
import { useService } from './support/service.ts';

const service = useService();

const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

function tpp(...words: string[]) {
  const child = spawn(process.execPath, [...builtService('tpp/cli.js'), ...words], {
    env: { ...process.env, ...service.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}
const textOf = async (stream: ChildProcess['stdout'], wanted: string) => {
  let text = '';
  stream?.setEncoding('utf8').on('data', (more) => {
    text += more;
  });
  await vi.waitUntil(() => text.includes(wanted), { timeout: 20_000 });
  return text;
};

describe('after the reader of standard output has ended', { timeout: 60_000 }, () => {
  it('listen ends at the first unread line, as at Ctrl-C: exit code 0', async () => {
    const child = tpp('listen');
    await textOf(child.stderr, 'listening');
    const [line] = await Promise.all([textOf(child.stdout, '\n'), service.run('pay')]);
    expect(line).toMatch(/ - RCVD\n$/);
    child.stdout?.destroy();
    const ended = once(child, 'exit');
    await service.run('pay');
    expect(await ended).toEqual([0, null]);
  });

  it.each([
    ['a refusal', ['send', 'GET', '/v1/payments/nothing/1'], 1],
    ['an answer', ['sign', 'GET', '/v1/payments/nothing/1'], 0],
    ['help', ['--help'], 0],
  ])('%s keeps its exit code', async (_, words, code) => {
    const child = tpp(...words);
    child.stdout?.destroy();
    expect(await once(child, 'exit')).toEqual([code, null]);
  });

  it('unread remarks change nothing', async () => {
    const child = tpp('flow', 'instant');
    child.stderr?.destroy();
    const [text, ended] = await Promise.all([textOf(child.stdout, 'ACSC'), once(child, 'exit')]);
    expect(text).toMatch(/^[0-9a-f-]{36} ACSC\n$/);
    expect(ended).toEqual([0, null]);
  });
});
