import { expect, it } from 'vitest';
import { staticDocument } from '../../src/browser/static-document.ts';
import type { HttpRequest } from '../../src/http/message.ts';

const request = { headers: { get: () => null } } as unknown as HttpRequest;

it('a document that could not be created is created at the next request', async () => {
  let attempts = 0;
  const handle = staticDocument(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('its file cannot be read');
    return { type: 'text/plain', text: 'here' };
  });
  await expect(handle(request)).rejects.toThrow('cannot be read');
  expect(await handle(request)).toMatchObject({ status: 200 });
  await handle(request);
  expect(attempts).toBe(2);
});
