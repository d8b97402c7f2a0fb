/** Serves the files of the built console, and the links that open the console with a session. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleSession } from '../browser/console-session.ts';
import { html } from '../browser/html.ts';
import { refusePrefetch } from '../browser/prefetch.ts';
import { type StaticDocument, staticDocument } from '../browser/static-document.ts';
import type { Toolkit } from '../browser/toolkit.ts';
import { type PageLanguage, pageLanguage } from '../domain/authorisations/language.ts';
import type { HttpAnswer, RequestHandler } from '../http/message.ts';
import type { Bank } from '../operations/ports/bank.ts';
import { packageFolder } from '../package-folder.ts';
import { developerPage, uncachedPage } from './frame.ts';
import { startPage } from './start-page.ts';

interface ConsoleParts {
  readonly publicUrl: string;
  readonly toolkit: Toolkit;
  readonly session: ConsoleSession;
  readonly folder: string;
  readonly hasUpstreamBank: boolean;
  readonly usesSandboxAccounts: boolean;
  /** `appMessage` null: the bank has no app. */
  readonly bank: Pick<Bank, 'appMessage'>;
  /** Returns the secret of a new session. null: the ticket was used, has expired, or never existed. */
  readonly redeem: (ticket: string) => Promise<string | null>;
  readonly isTicketValid: (ticket: string) => Promise<boolean>;
  readonly isSessionValid: (secret: string) => Promise<boolean>;
}

export const builtConsole = join(packageFolder, 'dist/console');

/** `style-src 'self'` forbids inline styles, but not the style properties that scripts set. */
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
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

export function createConsole(parts: ConsoleParts): Readonly<Record<string, RequestHandler>> {
  const { folder, publicUrl, session, toolkit } = parts;
  const dataAttributes = html` data-command="${toolkit.command}" data-toolkit="${toolkit.options}" data-keys="${toolkit.keysFolder}" data-demo="${toolkit.demoTppId}" data-bank="${kindOfBank(parts)}" data-bank-app="${parts.bank.appMessage === null ? 'no' : 'yes'}"`;
  const pageWith = (attribute: string) =>
    staticDocument((): StaticDocument => {
      const text = nullIfUnreadable(() => readFileSync(join(folder, 'index.html'), 'utf8'));
      if (text === null) return startPage(publicUrl, toolkit);
      const textWithData = text.replace('<html', () => `<html${attribute}${dataAttributes}`);
      return { type: 'text/html; charset=utf-8', text: textWithData, headers: pageHeaders };
    });
  const usualPage = pageWith('');
  // The script of this page does not ask who is signed in. Browsers would show the refusal as an error in their logs.
  const signedOutPage = pageWith(' data-signed-out');
  const page: RequestHandler = (request) =>
    (session.isSurelyAbsent(request.headers) ? signedOutPage : usualPage)(request);
  const root: RequestHandler = async (request) => {
    const ticket = request.query.get('ticket');
    if (ticket === null) return page(request);
    // HEAD does not use up the ticket.
    if (request.method === 'HEAD' && (await parts.isTicketValid(ticket)))
      return redirectToConsole(session, null);
    refusePrefetch(request.headers);
    const secret = await parts.redeem(ticket);
    if (secret !== null) return redirectToConsole(session, session.beginCookie(secret));
    // A user who is signed in may follow a used link again.
    const sessionSecret = session.read(request.headers);
    if (sessionSecret !== null && (await parts.isSessionValid(sessionSecret)))
      return redirectToConsole(session, null);
    return usedLinkPage(pageLanguage(request.headers.get('accept-language')), toolkit);
  };
  return { '/': root, ...assetsIn(folder) };
}

function kindOfBank({ hasUpstreamBank, usesSandboxAccounts }: ConsoleParts): 'upstream' | 'own' | 'core' {
  if (hasUpstreamBank) return 'upstream';
  return usesSandboxAccounts ? 'own' : 'core';
}

/** `cookie` null: the browser keeps the cookie that it has. */
function redirectToConsole({ base }: ConsoleSession, cookie: string | null): HttpAnswer {
  const headers = { location: `${base}/`, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  const cookieHeader = cookie === null ? {} : { 'set-cookie': cookie };
  return { status: 303, headers: { ...headers, ...cookieHeader }, body: null };
}

/** The names of the files contain a hash of their content, so browsers cache them permanently. */
function assetsIn(folder: string): Record<string, RequestHandler> {
  const handlers: Record<string, RequestHandler> = {};
  for (const name of nullIfUnreadable(() => readdirSync(join(folder, 'assets'))) ?? []) {
    const type = contentTypes[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined) continue;
    const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
    handlers[`/assets/${name}`] = staticDocument(() => ({
      type,
      text: readFileSync(join(folder, 'assets', name), 'utf8'),
      headers,
    }));
  }
  return handlers;
}

function nullIfUnreadable<T>(load: () => T): T | null {
  try {
    return load();
  } catch {
    return null;
  }
}

const usedLinkTexts = {
  en: {
    title: 'This link no longer works',
    reason: 'A link opens the console once. This one has been used or has expired.',
    newLink: 'This command prints a new link:',
    signIn: 'Or sign in with a token. This command creates one:',
    signInLink: 'Sign in',
  },
  nb: {
    title: 'Denne lenken virker ikke lenger',
    reason: 'En lenke åpner konsollen én gang. Denne er brukt eller utløpt.',
    newLink: 'Denne kommandoen skriver ut en ny lenke:',
    signIn: 'Eller logg inn med et token. Denne kommandoen oppretter ett:',
    signInLink: 'Logg inn',
  },
} as const;

function usedLinkPage(language: PageLanguage, toolkit: Toolkit): HttpAnswer {
  const { title, reason, newLink, signIn, signInLink } = usedLinkTexts[language];
  const body = html`<p>${reason}</p><p>${newLink} <code>${toolkit.line(['console'])}</code></p>
<p>${signIn} <code>${toolkit.line(['token'])}</code>. <a href="./">${signInLink}</a></p>`;
  return uncachedPage(410, developerPage({ title, language, body }));
}
