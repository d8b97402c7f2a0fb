import { expect, it } from 'vitest';
import { staticDocument } from '../../src/browser/static-document.ts';
import type { HttpRequest } from '../../src/http/message.ts';

const request = { headers: { get: () => null } } as unknown as HttpRequest;

const failOnce = () => {
  let attempts = 0;
  return {
    attempts: () => attempts,
    create() {
      attempts += 1;
      if (attempts === 1) throw new Error('its file cannot be read');
      return { type: 'text/plain', text: 'here' };
    },
  };
};

it.each(['throws', 'rejects'])(
  'a document whose creation %s is created at the next request',
  async (failure) => {
    const { attempts, create } = failOnce();
    const handle = staticDocument(failure === 'throws' ? create : async () => create());
    await expect(handle(request)).rejects.toThrow('cannot be read');
    expect(await handle(request)).toMatchObject({ status: 200 });
    await handle(request);
    expect(attempts()).toBe(2);
  },
);
