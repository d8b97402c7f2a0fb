/** The pages outside the doors, and their failures. */
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { ConsoleSession } from '../browser/console-session.ts';
import { pageLanguage } from '../domain/authorisations/language.ts';
import { prefersHtml } from '../domain/media-types.ts';
import type { Refusal } from '../domain/refusal.ts';
import { basePathOf } from '../domain/values/base-address.ts';
import type { Tokens } from '../http/door.ts';
import { renderFailure } from '../http/failure.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  isReadMethod,
  type RequestHandler,
  toHttpAnswer,
} from '../http/message.ts';
import { toFastifyHandler } from '../http/request-hooks.ts';
import type { Bank } from '../operations/ports/bank.ts';
import type { Clock, SharedWork } from '../operations/ports/stores.ts';
import { readReturnPageData } from '../operations/sca/return-page.ts';
import { isTicketValid, redeemTicket, type TicketPage } from '../operations/tokens/tickets.ts';
import { builtConsole, createConsole } from '../pages/console.ts';
import { createExplorer, explorerAssets } from '../pages/explorer/explorer.ts';
import { noSuchPage } from '../pages/no-such-page.ts';
import { createReturnPage, type ReturnPageParts, returnPagePath } from '../pages/return-page.ts';
import { renderFailurePage } from '../sca/answers.ts';
import type { AppParts } from './parts.ts';

export type Pages = Readonly<Record<string, RequestHandler>>;

export interface SandboxPageParts extends Omit<ReturnPageParts, 'readData'> {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly session: ConsoleSession;
  readonly consoleFolder?: string;
  readonly hasUpstreamBank: boolean;
  readonly usesSandboxAccounts: boolean;
  readonly bank: Pick<Bank, 'appMessage'>;
}

export function createSandboxPages(parts: SandboxPageParts, renderPageFailure: RenderPageFailure) {
  const { work, clock, tokens, session } = parts;
  const ticketsOf = (page: TicketPage) => ({
    isTicketValid: (ticket: string) => isTicketValid(work, page, ticket, clock()),
    /** The secret of a console session, or a token for the explorer; null: the ticket cannot be used. */
    redeem: (ticket: string) => redeemTicket(work, page, ticket, clock()),
  });
  const isSessionValid = async (text: string) => (await tokens.callerOf({ kind: 'SESSION', text })) !== null;
  const pages: Pages = {
    ...explorerAssets,
    ...createConsole({
      ...parts,
      folder: parts.consoleFolder ?? builtConsole,
      isSessionValid,
      ...ticketsOf('CONSOLE'),
    }),
    [returnPagePath]: createReturnPage({
      ...parts,
      readData: ({ linkToken, secret }) => readReturnPageData(work, linkToken, secret),
    }),
  };
  const explorer = createExplorer({
    ...ticketsOf('EXPLORER'),
    tokenCommand: parts.toolkit.line(['token']),
    publicUrl: parts.publicUrl,
    async isSignedIn({ headers }) {
      const secret = session.read(headers);
      return secret !== null && (await isSessionValid(secret));
    },
  });
  const explorerPath = '/graphql';
  return {
    pages,
    explorer(request: HttpRequest) {
      request.trace.span?.setRoute(explorerPath);
      return explorer(request).catch((error) => renderPageFailure(request, error, explorerPath));
    },
  };
}

/** `route`: the address of the page, or `none`; not the path of the request, which is client input. */
export type RenderPageFailure = (request: HttpRequest, error: unknown, route: string) => HttpAnswer;

export function createPageFailureRenderer({
  sandbox,
  publicUrl,
}: Pick<AppParts, 'sandbox' | 'publicUrl'>): RenderPageFailure {
  const base = basePathOf(publicUrl);
  return (request, error, route) => {
    // In log lines, the explorer counts as GraphQL and other pages count as REST.
    const door = route === '/graphql' ? 'graphql' : 'rest';
    const { id, refusal, answer } = renderFailure(request, error, { door, route });
    if (!prefersHtml((name) => request.headers.get(name))) return toHttpAnswer(answer);
    const language = pageLanguage(request.headers.get('accept-language'));
    if (isAddressWithoutPage(request, refusal)) {
      const allow = answer.headers.allow ?? null;
      return noSuchPage({ language, sandbox, base, allow });
    }
    if (refusal.status < 500) return toHttpAnswer(answer);
    // An empty link leads to the page itself. The path of the request is no safe link, because a path such as //host names another host.
    return renderFailurePage({ language, sandbox, base }, '', { id, refusal });
  };
}

/** Responds to failures outside the doors. */
export function addFailurePages(app: FastifyInstance, render: RenderPageFailure): void {
  app.setErrorHandler((error, { http, is404, routeOptions }, reply) =>
    reply.answer(render(http, error, is404 ? 'none' : (routeOptions.url ?? 'none'))),
  );
}

export function registerPages(app: FastifyInstance, pages: Pages, config: FastifyContextConfig = {}): void {
  for (const [url, page] of Object.entries(pages))
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config,
      handler: toFastifyHandler(async (request) => {
        request.trace.span?.setRoute(url);
        return page(request);
      }),
    });
}

/** A 405 for a GET also means that there is no page: the address takes only other methods, so it is for programs. */
const isAddressWithoutPage = ({ method }: HttpRequest, { status }: Refusal): boolean =>
  (status === 404 || status === 405) && isReadMethod(method);
