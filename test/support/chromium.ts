/** A bank behind a port, a TPP's return address on another, and a browser: what the browser tests and pictures need. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Bank, psuHeaders, startBank, type Tpp } from './bank.ts';
import { listenOn } from './listen.ts';
import { nightly } from './nightly.ts';
import { freePort } from './ports.ts';

/** The shell opens a page for a quarter of what the whole browser takes. */
const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Where a Chromium lies on this machine, undefined where there is none. */
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

/** The browser of this process, for all files that it runs: a start takes as long as a dozen pages. It ends with the process. */
export function takeBrowser(): Promise<Browser> {
  shared ??= launch();
  return shared;
}

/** Closes what a file has opened in it. */
export async function leaveBrowser(): Promise<void> {
  for (const context of (await shared)?.contexts() ?? []) await context.close();
}

/** Where pictures of pages are kept, to be looked at. */
export const pictures = process.env.PICTURES;
/** Whether all is looked at in every way. */
export const wholly = nightly || pictures !== undefined;

/** How pages are looked at, once they are there: at a desk in the light, and on a phone in the dark. */
const looks = [
  { colorScheme: 'light', viewport: { width: 1000, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 375, height: 700 } },
] as const;
export const languages = ['nb', 'en'] as const;
type Look = (typeof looks)[number];
export type Language = (typeof languages)[number];

/** How the page of this number is looked at: in both ways with NIGHTLY=1 or PICTURES=folder, otherwise by turns in one. */
export const looksOf = (index: number): readonly Look[] => (wholly ? looks : [looks[index & 1] as Look]);

/** In which languages, in the same manner: four pages after each other show either look in either language. */
export const languagesOf = (index: number): readonly Language[] =>
  wholly ? languages : [languages[(index >> 1) & 1] as Language];

export async function takeLook(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(viewport);
}

export interface Stage {
  readonly bank: Bank;
  readonly tpp: Tpp;
  /** Address of the bank. */
  readonly base: string;
  /** Address of the TPP, another origin than the bank's. */
  readonly returnUri: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Creates a payment and answers its id and the address for the PSU. */
  create(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string | null>>,
  ): Promise<{ id: string; link: string }>;
  stop(): Promise<void>;
}

/** `parts`: what the bank is given besides. */
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
