/**
 * The pages beside REST, GraphQL and SCA: documents, probes, and in a sandbox the console, the explorer and the
 * return page. Their failures are handled here, all in the same way.
 */

import type { Caller } from '../domain/caller.ts';
import type { Refusal } from '../domain/refusal.ts';
import { createExplorer, explorerAssets, wantsExplorer } from '../graphql/explorer/explorer.ts';
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
  /** Tickets that open two of the pages with a credential. */
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
  return {
    pages,
    explorer: createExplorer({
      ...openedBy(tickets.explorer, parts.tokenFor),
      tokenLine: parts.toolkit.line(['token']),
    }),
  };
}

export interface PageDoorParts {
  readonly pages: Pages;
  /** Absent: GraphQL answers every request. */
  readonly explorer: Door | null;
  readonly knownFailure: KnownFailure;
  readonly failurePage: FailurePage;
}

/** The page of a request, as a door that also answers failures; null: it is for another door. */
export function createPageDoor({ pages, explorer, knownFailure, failurePage }: PageDoorParts) {
  const pageFor = (request: HttpRequest): Door | null => {
    const { path } = request;
    if (Object.hasOwn(pages, path)) return pages[path] ?? null;
    return path === '/graphql' && wantsExplorer(request) ? explorer : null;
  };

  return (request: HttpRequest): Promise<HttpAnswer> | null => {
    const page = pageFor(request);
    return page && answered(page, request);
  };

  async function answered(page: Door, request: HttpRequest): Promise<HttpAnswer> {
    try {
      if (!reads(request.method)) throw refuseMethod(['GET']);
      return await page(request);
    } catch (error) {
      const { id, refusal, answer } = renderFailure(error, knownFailure);
      const { path: route, headers } = request;
      const shown = isPageWanted(request, refusal)
        ? failurePage(headers, addressOf(request), { id, refusal })
        : toAnswer(answer);
      const { status, code } = refusal;
      request.log(requestLine(request, { door: doorOf(route), route, status, failureId: id, code }), error);
      return shown;
    }
  }
}

/** Whether a person reads it; a program gets the usual error body. */
const isPageWanted = ({ headers }: HttpRequest, { status }: Refusal): boolean =>
  status >= 500 && (headers.get('accept') ?? '').includes('text/html');

/** Path and query, for the link to try the page again. */
function addressOf({ path, target }: HttpRequest): string {
  const query = target.indexOf('?');
  return query < 0 ? path : path + target.slice(query);
}
