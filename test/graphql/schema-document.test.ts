import { describe, expect, it } from 'vitest';
import { textOf } from '../documents/markdown.ts';
import { startBank } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';

const bank = await bankOfFile();

describe('/schema.graphql', () => {
  it('is the schema in the repository, unsigned, as text', async () => {
    const answer = await bank.fetch('/schema.graphql');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const [, ...lines] = textOf('schema.graphql').split('\n');
    expect(await answer.text()).toBe(lines.join('\n').trimStart());
  });

  it('304 for a client that has it', async () => {
    const etag = (await bank.fetch('/schema.graphql')).headers.get('etag') ?? '';
    const again = await bank.fetch('/schema.graphql', { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache']);
  });

  it('404 outside a sandbox', async () => {
    const production = await startBank({ sandbox: false });
    expect((await production.fetch('/schema.graphql')).status).toBe(404);
    await production.stop();
  });

  it('is linked from the explorer and the start page', async () => {
    const page = await bank.fetch('/graphql', { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('href="schema.graphql"');
  });
});
