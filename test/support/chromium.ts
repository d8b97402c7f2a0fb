/** A bank on a port, a return address on another, and a browser, for browser tests and pictures. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Bank, psuHeaders, startBank, type Tpp } from './bank.ts';
import { listenOn } from './listen.ts';
import { nightly } from './nightly.ts';
import { freePort } from './ports.ts';

/** The headless shell opens a page in a quarter of the browser's time. */
const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The path of a Chromium on this machine; undefined without one. */
export const chromiumPath = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));

export function launch(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

let shared: Promise<Browser> | undefined;

/** The browser of this process, for all its files: a start takes as long as a dozen pages. It ends with the process. */
export function takeBrowser(): Promise<Browser> {
  shared ??= launch();
  return shared;
}

export async function leaveBrowser(): Promise<void> {
  for (const context of (await shared)?.contexts() ?? []) await context.close();
}

export const pictures = process.env.PICTURES;
export const wholly = nightly || pictures !== undefined;

const looks = [
  { colorScheme: 'light', viewport: { width: 1000, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 375, height: 700 } },
] as const;
export const languages = ['nb', 'en'] as const;
type Look = (typeof looks)[number];
export type Language = (typeof languages)[number];

/** The looks for this page number: both with NIGHTLY=1 or PICTURES=folder, otherwise one in turn. */
export const looksOf = (index: number): readonly Look[] => (wholly ? looks : [looks[index & 1] as Look]);

/** The languages for this page number: four pages in a row show either look in either language. */
export const languagesOf = (index: number): readonly Language[] =>
  wholly ? languages : [languages[(index >> 1) & 1] as Language];

export async function takeLook(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(viewport);
}

export interface Stage {
  readonly bank: Bank;
  readonly tpp: Tpp;
  readonly base: string;
  /** Address of the TPP, on another origin than the bank. */
  readonly returnUri: string;
  readonly headers: Readonly<Record<string, string>>;
  create(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string | null>>,
  ): Promise<{ id: string; link: string }>;
  stop(): Promise<void>;
}

/** `parts`: further options of the bank. */
export async function setStage(parts: Parameters<typeof startBank>[0] = {}): Promise<Stage> {
  const tppServer = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://tpp');
    const hop = url.searchParams.get('hop');
    if (hop !== null && url.pathname === '/return') response.writeHead(302, { location: hop });
    response.end(`back at the TPP: ${url.pathname}`);
  });
  await new Promise<void>((resolve) => tppServer.listen(0, '127.0.0.1', resolve));
  const returnUri = `http://127.0.0.1:${(tppServer.address() as AddressInfo).port}/return?state=a%20b`;
  const port = await freePort();
  const running = await startBank({ ...parts, publicUrl: `http://localhost:${port}` });
  const listening = await listenOn(running.app, port);
  const tpp = running.tpp();
  const headers = { ...psuHeaders, 'tpp-redirect-uri': returnUri };
  return {
    bank: running,
    base: `http://localhost:${listening.port}`,
    tpp,
    returnUri,
    headers,
    async create(path, body, more = {}) {
      const made = await tpp.rest('POST', path, { body, headers: { ...headers, ...more } });
      if (made.status !== 201) throw new Error(made.text);
      return { id: made.json.paymentId, link: made.json._links.scaRedirect?.href };
    },
    async stop() {
      await listening.stop(1_000);
      await new Promise((resolve) => tppServer.close(resolve));
      await running.stop();
    },
  };
}
