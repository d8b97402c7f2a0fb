/** The console in a browser: built when outdated, served by a bank on a port, signed in by its link. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Caller } from '../../src/domain/caller.ts';
import { leaveBrowser, type Stage, setStage, takeBrowser } from '../support/chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const builtFolder = join(root, 'dist', 'console');

export async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build-console.mjs'], { cwd: root });
}

let building: Promise<void> | undefined;

/** Once in each process. */
function buildOnce(): Promise<void> {
  building ??= build();
  return building;
}

export function firstLoad(): readonly string[] {
  const page = readFileSync(join(builtFolder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
  return ['index.html', ...named];
}

/** The screen of a desk. */
export const desk = { viewport: { width: 1360, height: 850 } };

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
  open(address: string): Promise<void>;
}

export interface ConsoleStage extends Stage {
  /** `whom`: the TPP of the session, by default that of the stage. */
  visit(browser: Browser, options?: Parameters<Browser['newContext']>[0], whom?: Caller): Promise<Visit>;
}

/** `parts`: further options of the bank. */
export async function setConsoleStage(parts: Parameters<typeof setStage>[0] = {}): Promise<ConsoleStage> {
  await buildOnce();
  const issueCertificate = async () => ({ certificatePem: 'a certificate', privateKeyPem: 'its key' });
  const stage = await setStage({ issueCertificate, ...parts });
  const demo: Caller = { tppId: 'PSDNO-FSA-TEST1', name: 'Test TPP AS', roles: null };
  return {
    ...stage,
    async visit(browser, options = {}, whom = demo) {
      // Animations would take up to a tenth of the browser's time.
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${stage.base}/?ticket=${await stage.bank.app.issueTicket('CONSOLE', whom)}`);
      return {
        context,
        page,
        complaints,
        async open(address) {
          await page.goto(`${stage.base}/#/${address}`);
          await page.locator('main h1').waitFor();
          await page.locator('.loading').waitFor({ state: 'detached' });
        },
      };
    },
  };
}

interface InBrowser {
  stage: ConsoleStage;
  browser: Browser;
  context: BrowserContext;
}

/** One console and one browser for all tests of a file. */
export function consoleInBrowser(): InBrowser {
  const at = {} as InBrowser;
  beforeAll(async () => {
    at.stage = await setConsoleStage();
    at.browser = await takeBrowser();
  }, 120_000);
  afterEach(() => at.context?.close());
  afterAll(async () => {
    await leaveBrowser();
    await at.stage?.stop();
  });
  return at;
}
