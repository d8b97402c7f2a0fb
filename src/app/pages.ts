/**
 * The pages that are no door of their own: documents, probes, and in a sandbox the console, the return page and what the
 * explorer loads. What goes wrong in one of them is answered in one way, here.
 */
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { ConsoleSession } from '../browser/console-session.ts';
import { pageLanguage } from '../domain/authorisations/language.ts';
import type { Caller } from '../domain/caller.ts';
import type { Refusal } from '../domain/refusal.ts';
import { withoutEnd } from '../domain/values/text.ts';
import { explorerAssets } from '../graphql/explorer/explorer.ts';
import type { KnownFailure } from '../http/door.ts';
import { handledBy } from '../http/exchange.ts';
import { renderFailure } from '../http/failure.ts';
import { type Door, type HttpAnswer, type HttpRequest, toAnswer } from '../http/message.ts';
import { requestLine } from '../observability/request-trace.ts';
import { builtConsole, createConsole } from '../pages/console.ts';
import { createReturnPage, type ReturnPageParts, returnPath } from '../pages/return-page.ts';
import type { Tickets } from '../pages/tickets.ts';
import { failedPage } from '../sca/answers.ts';

export type Pages = Readonly<Record<string, Door>>;

export interface SandboxPageParts extends ReturnPageParts {
  /** They open two of the pages with a token. */
  readonly tickets: { readonly explorer: Tickets; readonly console: Tickets };
  readonly consoleFolder: string | undefined;
  /** Whether another bank carries out the payments. */
  readonly bankElsewhere: boolean;
  readonly session: ConsoleSession;
  /** A new token, for the explorer. */
  readonly tokenFor: (caller: Caller) => Promise<string>;
  /** The secret of a new session, for the console. */
  readonly secretFor: (caller: Caller) => Promise<string>;
  readonly knows: (secret: string) => Promise<boolean>;
}

/** The pages of a sandbox. */
export function createSandboxPages(parts: SandboxPageParts) {
  const { tickets } = parts;
  const openedBy = ({ redeem, isGood }: Tickets, make: (caller: Caller) => Promise<string>) => ({
    isGood,
    redeem: (ticket: string) => redeem(ticket, make),
  });
  const pages: Pages = {
    ...explorerAssets,
    ...createConsole({
      toolkit: parts.toolkit,
      publicUrl: parts.publicUrl,
      folder: parts.consoleFolder ?? builtConsole,
      bankElsewhere: parts.bankElsewhere,
      session: parts.session,
      knows: parts.knows,
      ...openedBy(tickets.console, parts.secretFor),
    }),
    [returnPath]: createReturnPage(parts),
  };
  const explorer = {
    ...openedBy(tickets.explorer, parts.tokenFor),
    tokenLine: parts.toolkit.line(['token']),
    async isSignedIn({ headers }: HttpRequest) {
      const secret = parts.session.read(headers);
      return secret !== null && (await parts.knows(secret));
    },
  };
  return { pages, explorer };
}

/** What is answered, and logged, when a page cannot be made. */
export type PageFailure = (request: HttpRequest, error: unknown) => HttpAnswer;

export interface PageFailureParts {
  readonly knownFailure: KnownFailure;
  readonly sandbox: boolean;
  readonly publicUrl: string;
}

export function createPageFailure({ knownFailure, sandbox, publicUrl }: PageFailureParts): PageFailure {
  const base = withoutEnd(new URL(publicUrl).pathname, '/');
  return (request, error) => {
    const { id, refusal, answer } = renderFailure(error, knownFailure);
    const { path, headers } = request;
    const { status, code } = refusal;
    request.trace.failed(refusal);
    const door = path === '/graphql' ? 'graphql' : 'rest';
    const route = status === 404 || status === 405 ? 'none' : path;
    request.log(requestLine(request, { door, route, status, failureId: id, code }), error);
    if (!isPageWanted(request, refusal)) return toAnswer(answer);
    const language = pageLanguage(headers.get('accept-language'));
    return failedPage({ language, sandbox, base }, base + addressOf(request), { id, refusal });
  };
}

/** Registers the pages by their paths; `app` is a context of its own. */
export function registerPages(
  app: FastifyInstance,
  pages: Pages,
  onFailure: PageFailure,
  config: FastifyContextConfig = {},
): void {
  for (const [url, page] of Object.entries(pages))
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config,
      handler: handledBy(catchErrors(page, url, onFailure)),
    });
}

/** The same for probes and metrics, which are answered even when no other request is. */
export const registerProbes = (app: FastifyInstance, pages: Pages, onFailure: PageFailure): void =>
  registerPages(app, pages, onFailure, { isProbe: true });

/** The page as a door that answers whatever happens. */
function catchErrors(page: Door, url: string, onFailure: PageFailure): Door {
  return async (request) => {
    request.trace.span?.found(url);
    try {
      return await page(request);
    } catch (error) {
      return onFailure(request, error);
    }
  };
}

/** Whether a person looks at it; a program gets the body of every error. */
const isPageWanted = ({ headers }: HttpRequest, { status }: Refusal): boolean =>
  status >= 500 && (headers.get('accept') ?? '').includes('text/html');

/** Path and query, for the link by which the page is tried again. */
function addressOf({ path, target }: HttpRequest): string {
  const query = target.indexOf('?');
  return query < 0 ? path : path + target.slice(query);
}
