/**
 * Pictures of the console for the README, and to look at: every screen light and dark, at a desk's and a phone's width.
 *
 *   npx tsx scripts/screenshots.ts [--out docs/console] [--only payments,requests] [--look light,phone] [--whole] [--locale nb-NO]
 *
 * --whole shows what lies below the fold too. It builds the console, starts a service of its own on an empty database and plays a small day in it. Needs Chromium (CHROMIUM_PATH).
 */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { readIdentity } from '../packages/toolkit/src/command/identity.ts';
import { tppFolder } from '../packages/toolkit/src/files.ts';
import { launch } from '../test/support/chromium.ts';
import { playDay } from './screenshots/day.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/console' },
    only: { type: 'string' },
    look: { type: 'string' },
    whole: { type: 'boolean', default: false },
    locale: { type: 'string', default: 'en-GB' },
  },
});
const wanted = (list: string | undefined, name: string) =>
  list === undefined || list.split(',').includes(name);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Resolves with the console's link. */
async function startService() {
  const dataDir = mkdtempSync(join(tmpdir(), 'psd2-bank-pictures-'));
  // As root, PostgreSQL runs as another user, who must enter the folder.
  chmodSync(dataDir, 0o755);
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const link = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the service ended: ${printed}`)));
    child.stdout.on('data', (piece: Buffer) => {
      printed += piece.toString();
      const found = /http:\S+\/\?ticket=\S+/.exec(printed);
      if (found) resolve(found[0]);
    });
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { link, dataDir, stop };
}

const looks = [
  { name: 'light', width: 1360, height: 850, colours: 'light' },
  { name: 'dark', width: 1360, height: 850, colours: 'dark' },
  { name: 'phone', width: 390, height: 844, colours: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colours: 'dark' },
] as const;

async function picture(page: Page, name: string, address: string): Promise<void> {
  if (!wanted(values.only, name)) return;
  for (const look of looks.filter((one) => wanted(values.look, one.name))) {
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.emulateMedia({ colorScheme: look.colours, reducedMotion: 'reduce' });
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
    await page.screenshot({ path: join(values.out, `${name}-${look.name}.png`), fullPage: values.whole });
  }
}

await promisify(execFile)(process.execPath, ['scripts/build-console.mjs'], { cwd: root });
const service = await startService();
const browser = await launch();
try {
  mkdirSync(values.out, { recursive: true });
  const context = await browser.newContext({ locale: values.locale, timezoneId: 'Europe/Oslo' });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error('console:', message.text());
  });
  page.on('pageerror', (error) => console.error('page:', error.message));
  const base = new URL('/', service.link).href;
  const stranger = await browser.newContext({ locale: values.locale });
  await picture(await stranger.newPage(), 'sign-in', base);
  await page.goto(service.link);
  const identity = readIdentity({}, tppFolder(service.dataDir));
  const screens = await playDay(page, base, identity);
  for (const [name, address] of Object.entries(screens)) await picture(page, name, address);
} finally {
  await browser.close();
  await service.stop();
}
