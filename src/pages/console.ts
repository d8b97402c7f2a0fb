/** Serves the files that Vite built into `dist/console`, and the link that opens the console with a session. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleSession } from '../browser/console-session.ts';
import { html } from '../browser/html.ts';
import { refusePrefetch } from '../browser/prefetch.ts';
import { type StaticDocument, staticDocument } from '../browser/static-document.ts';
import type { Toolkit } from '../browser/toolkit.ts';
import { pageLanguage } from '../domain/authorisations/language.ts';
import { type Door, type HttpAnswer, textAnswer } from '../http/message.ts';
import { packageFolder } from '../package-folder.ts';
import { sandboxPage, sandboxPageHeaders } from './frame.ts';
import { startPage } from './start-page.ts';

export interface ConsoleParts {
  readonly publicUrl: string;
  readonly toolkit: Toolkit;
  readonly session: ConsoleSession;
  readonly folder: string;
  /** Another bank carries out the payments, so the console hides the screens of the simulated bank. */
  readonly hasRemoteBank: boolean;
  /** The secret of a new session; null when the link was used or never existed. */
  readonly redeem: (ticket: string) => Promise<string | null>;
  readonly isGood: (ticket: string) => Promise<boolean>;
  readonly isSessionValid: (secret: string) => Promise<boolean>;
}

export const builtConsole = join(packageFolder, 'dist/console');

/** Scripts set style properties, to which the policy does not apply. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

export function createConsole(parts: ConsoleParts): Readonly<Record<string, Door>> {
  const { folder, publicUrl, session, toolkit } = parts;
  const bank = parts.hasRemoteBank ? 'elsewhere' : 'here';
  const facts = html` data-command="${toolkit.command}" data-toolkit="${toolkit.options}" data-keys="${toolkit.keys}" data-demo="${toolkit.demo}" data-bank="${bank}"`;
  const pageWith = (attribute: string) =>
    staticDocument((): StaticDocument => {
      const text = unlessAbsent(() => readFileSync(join(folder, 'index.html'), 'utf8'));
      if (text === null) return startPage(publicUrl, toolkit);
      const markedText = text.replace('<html', () => `<html${attribute}${facts}`);
      return { type: pageHeaders['content-type'], text: markedText, headers: pageHeaders };
    });
  const plain = pageWith('');
  // Without this the page would ask who is signed in, and browsers log the refusal.
  const signedOut = pageWith(' data-signed-out');
  const page: Door = (request) => (session.isAbsent(request.headers) ? signedOut : plain)(request);
  const root: Door = async (request) => {
    const ticket = request.query.get('ticket');
    if (ticket === null) return page(request);
    if (request.method === 'HEAD' && (await parts.isGood(ticket))) return openConsole(session, null);
    refusePrefetch(request.headers);
    const secret = await parts.redeem(ticket);
    if (secret !== null) return openConsole(session, session.begin(secret));
    // A signed-in user may follow the used link again.
    const sessionSecret = session.read(request.headers);
    if (sessionSecret !== null && (await parts.isSessionValid(sessionSecret)))
      return openConsole(session, null);
    return usedLink(pageLanguage(request.headers.get('accept-language')), toolkit);
  };
  return { '/': root, ...assetsIn(folder) };
}

function openConsole({ base }: ConsoleSession, cookie: string | null): HttpAnswer {
  const headers = { location: `${base}/`, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  const cookieHeader = cookie === null ? {} : { 'set-cookie': cookie };
  return { status: 303, headers: { ...headers, ...cookieHeader }, body: null };
}

/** File names hold a hash of the content. */
function assetsIn(folder: string): Record<string, Door> {
  const doors: Record<string, Door> = {};
  for (const name of unlessAbsent(() => readdirSync(join(folder, 'assets'))) ?? []) {
    const type = types[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined) continue;
    const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
    doors[`/assets/${name}`] = staticDocument(() => ({
      type,
      text: readFileSync(join(folder, 'assets', name), 'utf8'),
      headers,
    }));
  }
  return doors;
}

function unlessAbsent<T>(load: () => T): T | null {
  try {
    return load();
  } catch {
    return null;
  }
}

const usedTexts = {
  en: {
    title: 'This link has been used',
    why: 'A link opens the console once. This one has been used or has expired.',
    fresh: 'This command prints a new link:',
    token: 'Or sign in with a token. This command creates one:',
    link: 'Sign in',
  },
  nb: {
    title: 'Denne lenken er brukt',
    why: 'En lenke åpner konsollen én gang. Denne er brukt eller utløpt.',
    fresh: 'Denne kommandoen skriver en ny lenke:',
    token: 'Eller logg inn med et token. Denne kommandoen lager ett:',
    link: 'Logg inn',
  },
} as const;

function usedLink(language: 'en' | 'nb', toolkit: Toolkit): HttpAnswer {
  const { title, why, fresh, token, link } = usedTexts[language];
  const body = html`<p>${why}</p><p>${fresh} <code>${toolkit.line(['console'])}</code></p>
<p>${token} <code>${toolkit.line(['token'])}</code>. <a href="./">${link}</a></p>`;
  const headers = { 'content-type': pageHeaders['content-type'], 'cache-control': 'no-store' };
  return textAnswer(410, sandboxPage({ title, language, body }), { ...sandboxPageHeaders(), ...headers });
}
