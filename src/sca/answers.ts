import type { Html } from '../browser/html.ts';
import { type AuthMethod, authMethods, readAuthMethod } from '../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import type { Refusal } from '../domain/refusal.ts';
import { type HttpAnswer, textAnswer } from '../http/message.ts';
import type { LinkInspection, PsuRedirect } from '../operations/sca/approval.ts';
import type { PageView } from '../operations/sca/view.ts';
import { returnCookie } from '../pages/return-page.ts';
import { cookie, type Departure, pageHeaders, returnCookieName, returnPath } from './browser.ts';
import { decidePage } from './decide.ts';
import { agreementPage, identifyPage } from './identify.ts';
import { leavePage } from './leave.ts';
import { closedPage, endedPage, faultPage } from './outcome.ts';
import type { PageContext, Scene } from './page.ts';
import { style } from './style.ts';
import type { PageFault } from './texts.ts';

type Headers = Readonly<Record<string, string>>;

/** A request whose path has the format of a link. */
export interface Visit {
  readonly context: PageContext;
  readonly token: string;
  /** Path in the browser, with the path of the public URL. */
  readonly path: string;
  readonly secret: string | null;
  readonly publicUrl: string;
  readonly chosen: PageLanguage | null;
}

const statuses: Readonly<Record<PageFault, number>> = {
  UNKNOWN_LINK: 404,
  STALE_PAGE: 409,
  FOREIGN_ORIGIN: 403,
  MALFORMED: 400,
  TOO_LARGE: 413,
  WRONG_MEDIA: 415,
  WRONG_METHOD: 405,
  BUSY: 409,
  UNAVAILABLE: 503,
  FAILED: 500,
};

/** After a successful form it redirects, so that a reload repeats nothing. */
export function show(
  visit: Visit,
  view: PageView | null,
  method: AuthMethod | null,
  posted: boolean,
): HttpAnswer {
  if (view === null) return faulty(visit.context, 'UNKNOWN_LINK');
  const language = visit.chosen ?? view.authorisation.language ?? visit.context.language;
  const context: PageContext = { ...visit.context, language };
  const switchTo = `${visit.path}?`;
  const { authMethodPreferred } = view.authorisation;
  if (view.step === 'ENDED') {
    // Only the request that ended the authorisation gets a secret; later visitors see the page.
    if (posted && view.secret !== null && view.returnTo !== null)
      return endedHere(visit, view.returnTo, view.secret);
    return page(410, endedPage({ ...context, switchTo }, view), pageHeaders(false));
  }
  // This browser has not proven that it logged in, so the page hides the state.
  if (view.trouble === 'STALE_PAGE') return faulty(context, 'STALE_PAGE', currentPage(visit));
  const authMethod = method ?? readAuthMethod(authMethodPreferred) ?? authMethods[0];
  if (posted && view.trouble === null)
    return seeOther(`${visit.path}?method=${authMethod}`, setCookie(visit, view));
  const scene: Scene = {
    ...context,
    switchTo: `${switchTo}method=${authMethod}&`,
    view,
    path: visit.path,
    chosenLanguage: visit.chosen,
    method: authMethod,
  };
  const headers = { ...pageHeaders(true), ...setCookie(visit, view) };
  const status = view.trouble === 'UNREACHABLE' ? 503 : posted ? 422 : 200;
  return page(status, pages[view.step](scene), headers);
}

const currentPage = ({ path, chosen }: Visit): string => (chosen === null ? path : `${path}?lang=${chosen}`);

/** HEAD does not open the link. */
export function answerHead(context: PageContext, look: LinkInspection | null): HttpAnswer {
  if (look === null) return faulty(context, 'UNKNOWN_LINK');
  return { status: look.isOver ? 410 : 200, headers: pageHeaders(!look.isOver), body: null };
}

/** Redirects to the identity provider or the bank upstream; the cookie identifies the browser on its return. */
export function leadOn(
  visit: Visit,
  view: PageView,
  { scaRedirect, returnState, knownSeconds }: PsuRedirect,
): HttpAnswer {
  const { path, token, publicUrl, context } = visit;
  const secret = view.secret ?? visit.secret ?? '';
  const name = returnCookieName(returnState);
  const cookies = [
    cookie(secret, path, publicUrl),
    cookie(`${token}.${secret}`, `${context.base}${returnPath}`, publicUrl, name, knownSeconds ?? null),
  ];
  return { ...seeOther(scaRedirect), cookies };
}

/** Redirects to the TPP after the identity provider or the bank upstream. */
export function ledBack(
  context: PageContext,
  publicUrl: string,
  address: string,
  { linkToken, secret }: Departure,
): HttpAnswer {
  const own = context.sandbox ? returnCookie(publicUrl, address, linkToken, secret) : null;
  return { ...seeOther(address), ...(own === null ? {} : { cookies: [own] }) };
}

/** Redirects to the TPP; the cookie lets the sandbox's return page find the authorisation. */
function endedHere({ path, token, publicUrl, context }: Visit, address: string, secret: string): HttpAnswer {
  const own = context.sandbox ? returnCookie(publicUrl, address, token, secret) : null;
  const cookies = [cookie(secret, path, publicUrl), ...(own === null ? [] : [own])];
  return { ...seeOther(address), cookies };
}

function setCookie({ path, publicUrl }: Visit, { secret }: PageView): Headers {
  return secret === null ? {} : { 'set-cookie': cookie(secret, path, publicUrl) };
}

const pages = {
  IDENTIFY: identifyPage,
  AGREEMENT: agreementPage,
  DECIDE: decidePage,
  LEAVE: leavePage,
  CLOSED: closedPage,
} as const;

function page(status: number, body: Html, headers: Headers): HttpAnswer {
  return textAnswer(status, body.toString(), { ...headers });
}

export function faulty(
  context: PageContext,
  fault: PageFault,
  path: string | null = null,
  headers: Headers = {},
  id: string | null = null,
): HttpAnswer {
  return page(statuses[fault], faultPage(context, fault, path, id), { ...pageHeaders(false), ...headers });
}

export interface PageFailureText {
  readonly id: string;
  readonly refusal: Refusal;
}

export function failedPage(
  context: PageContext,
  path: string | null,
  { id, refusal }: PageFailureText,
): HttpAnswer {
  const { status, extras } = refusal;
  const fault = status === 500 ? 'FAILED' : status === 503 ? 'UNAVAILABLE' : 'BUSY';
  const retry = extras.retryAfterSeconds;
  return faulty(context, fault, path, retry ? { 'retry-after': String(retry) } : {}, id);
}

export function wrongMethod(context: PageContext, allow: string): HttpAnswer {
  return faulty(context, 'WRONG_METHOD', null, { allow });
}

export function seeOther(location: string, headers: Headers = {}): HttpAnswer {
  const { 'content-type': _none, ...shared } = pageHeaders(false);
  return { status: 303, headers: { ...shared, ...headers, location }, body: null };
}

export function styleSheet(): HttpAnswer {
  return textAnswer(200, style, {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
}
