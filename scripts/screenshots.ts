/**
 * npx tsx scripts/screenshots.ts [--out docs/console] [--only payments,requests]
 * plays a small day in a bank of its own. Needs Chromium (CHROMIUM_PATH).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { startBank } from '../packages/toolkit/src/testing.ts';
import { launch } from '../test/support/chromium.ts';
import { playDay } from './screenshots/day.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/console' },
    only: { type: 'string' },
  },
});
const looks = [
  { name: 'light', width: 1360, height: 850, colours: 'light' },
  { name: 'dark', width: 1360, height: 850, colours: 'dark' },
  { name: 'phone', width: 390, height: 844, colours: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colours: 'dark' },
] as const;

async function picture(page: Page, name: string, address: string): Promise<void> {
  if (values.only?.split(',').includes(name) === false) return;
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.emulateMedia({ colorScheme: look.colours, reducedMotion: 'reduce' });
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
    await page.screenshot({ path: join(values.out, `${name}-${look.name}.png`) });
  }
}

for (const script of ['build-service', 'build-console'])
  execFileSync(process.execPath, [join(import.meta.dirname, `${script}.mjs`)]);
const bank = await startBank();
const browser = await launch();
try {
  mkdirSync(values.out, { recursive: true });
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Oslo' });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error('console:', message.text());
  });
  page.on('pageerror', (error) => console.error('page:', error.message));
  await picture(page, 'sign-in', bank.url);
  const { createConsoleLink } = await bank.demo.graphql<{ createConsoleLink: { url: string } }>(
    'mutation { createConsoleLink(input: {}) { url } }',
  );
  await page.goto(createConsoleLink.url);
  for (const [name, address] of Object.entries(await playDay(bank))) await picture(page, name, address);
} finally {
  await browser.close();
  await bank.stop();
}
