/** Runs with a container engine, and packages from the registry. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { type BuiltImage, hindrance, type ImageStore, openStore } from './built-image.ts';
import { liveOf } from './life.ts';

const missing = hindrance();
if (missing !== null) console.warn(`the image is not built: ${missing}`);
const megabyte = 1_000_000;

describe.skipIf(missing !== null)('the image, built', { timeout: 200_000 }, () => {
  let store: ImageStore;
  beforeAll(async () => {
    store = await openStore();
  }, 60_000);
  afterAll(() => store?.remove());

  describe.each([
    { target: 'service', megabytes: 250, settings: async () => ({ DATABASE_URL: await cloneDatabase() }) },
    { target: 'embedded', megabytes: 350, settings: async () => ({}) },
  ])('as $target', ({ target, megabytes, settings }) => {
    let image: BuiltImage;
    it(`is built in ten minutes, and takes less than ${megabytes} MB`, async () => {
      image = await store.build(target);
      expect(image.bytes).toBeLessThan(megabytes * megabyte);
    }, 600_000);

    it('runs as a user without rights, is healthy, takes a payment, and ends on SIGTERM', async () => {
      expect(image.user).toBe('1000:1000');
      await liveOf(image, await settings());
    });
  });
});
