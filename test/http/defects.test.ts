import { expect, it } from 'vitest';
import { answeredBy } from '../support/answered-by.ts';
import { inject } from '../support/inject.ts';

it('a response that cannot be sent becomes a 500, and gives its slot back', async () => {
  const service = answeredBy(async ({ path }) => {
    const headers = { 'x-name': path === '/defect' ? 'a\u2192b' : 'ab', 'x-other': 'c' };
    return { status: 200, headers, body: null };
  });
  const answer = await inject(service, 'http://localhost/defect');
  expect([answer.status, answer.headers.get('x-other')]).toEqual([500, null]);
  await expect.poll(() => service.figures().running).toBe(0);
  expect((await inject(service, 'http://localhost/other')).headers.get('x-name')).toBe('ab');
});
