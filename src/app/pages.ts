/**
 * The pages that are no door of their own: documents, probes, and in a sandbox the console, the return page and what the
 * explorer loads. What goes wrong in one of them is answered in one way, here.
 */

import type { Caller } from '../domain/caller.ts';
import type { Refusal } from '../domain/refusal.ts';
import { explorerAssets } from '../graphql/explorer/explorer.ts';
import type { ConsoleSession } from '../http/callers/console-session.ts';
import type { KnownFailure } from '../http/door.ts';
import { type Door, type HttpAnswer, type HttpRequest, reads, toAnswer } from '../http/messages/message.ts';
import { requestLine } from '../http/request-trace.ts';
import { builtConsole, createConsole } from '../pages/console.ts';
import { createReturnPage, type ReturnPageParts, returnPath } from '../pages/return-page.ts';
import type { Tickets } from '../pages/tickets.ts';
import { renderFailure } from '../rest/answer.ts';
import { refuseMethod } from '../rest/router.ts';
import { doorOf, type FailurePage } from './early-refusals.ts';

export type Pages = Readonly<Record<string, Door>>;

export interface SandboxPageParts extends ReturnPageParts {
  /** They open two of the pages with a token. */
  readonly tickets: { readonly explorer: Tickets; readonly console: Tickets };
  readonly consoleFolder: string | undefined;
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
      session: parts.session,
      knows: parts.knows,
      ...openedBy(tickets.console, parts.secretFor),
    }),
    [returnPath]: createReturnPage(parts),
  };
  const tokenLine = parts.toolkit.line(['token']);
  return { pages, explorer: { ...openedBy(tickets.explorer, parts.tokenFor), tokenLine } };
}

export interface PageFailureParts {
  readonly knownFailure: KnownFailure;
  readonly failurePage: FailurePage;
}

/** What is answered, and logged, when a page cannot be made. */
export function createPageFailure({ knownFailure, failurePage }: PageFailureParts) {
  return (request: HttpRequest, error: unknown): HttpAnswer => {
    const { id, refusal, answer } = renderFailure(error, knownFailure);
    const { path: route, headers } = request;
    const { status, code } = refusal;
    request.log(requestLine(request, { door: doorOf(route), route, status, failureId: id, code }), error);
    return isPageWanted(request, refusal)
      ? failurePage(headers, addressOf(request), { id, refusal })
      : toAnswer(answer);
  };
}

/** The page that a request is for, as a door that answers whatever happens; null: it is for another door. */
export function createPageDoor(pages: Pages, failed: ReturnType<typeof createPageFailure>) {
  return (request: HttpRequest): Promise<HttpAnswer> | null => {
    const page = Object.hasOwn(pages, request.path) ? pages[request.path] : undefined;
    if (page === undefined) return null;
    request.trace.span?.found(request.path);
    return answered(page, request);
  };

  async function answered(page: Door, request: HttpRequest): Promise<HttpAnswer> {
    try {
      if (!reads(request.method)) throw refuseMethod(['GET']);
      return await page(request);
    } catch (error) {
      return failed(request, error);
    }
  }
}

/** Whether a person looks at it; a program gets the body of every error. */
const isPageWanted = ({ headers }: HttpRequest, { status }: Refusal): boolean =>
  status >= 500 && (headers.get('accept') ?? '').includes('text/html');

/** Path and query, for the link by which the page is tried again. */
function addressOf({ path, target }: HttpRequest): string {
  const query = target.indexOf('?');
  return query < 0 ? path : path + target.slice(query);
}
