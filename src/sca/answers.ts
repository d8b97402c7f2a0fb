import { type LinkSecret, linkCookieValue, writeCookie } from '../browser/cookies.ts';
import { type AuthMethod, authMethods, readAuthMethod } from '../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import type { Refusal } from '../domain/refusal.ts';
import { type HttpAnswer, textAnswer } from '../http/message.ts';
import { BankRefusal } from '../operations/ports/bank.ts';
import type { PageRedirect } from '../operations/sca/approval.ts';
import type { PageView } from '../operations/sca/view.ts';
import { returnPageCookie } from '../pages/return-page.ts';
import { pageHeaders, psuRedirectCookieName, psuReturnPath, secretCookie } from './browser.ts';
import { decidePage, leavePage } from './decide.ts';
import { agreementPage, identifyPage } from './identify.ts';
import { closedPage, endedPage, faultPage } from './outcome.ts';
import type { PageContext, Scene } from './page.ts';
import { style } from './style.ts';
import type { PageFault } from './texts.ts';

type Headers = Readonly<Record<string, string>>;

/** A request to the address of a link. There may be no link with this token. */
export interface Visit {
  readonly context: PageContext;
  readonly token: string;
  /** Includes the path of the public URL. */
  readonly path: string;
  /** From the cookie of the link; null: the browser has sent no such cookie. */
  readonly secret: string | null;
  readonly publicUrl: string;
  readonly chosenLanguage: PageLanguage | null;
}

const statusByFault: Readonly<Record<PageFault, number>> = {
  UNKNOWN_LINK: 404,
  STALE_PAGE: 409,
  NO_COOKIE: 409,
  FOREIGN_ORIGIN: 403,
  INVALID_REQUEST: 400,
  MALFORMED: 400,
  INCOMPLETE: 408,
  TOO_LARGE: 413,
  WRONG_MEDIA: 415,
  WRONG_METHOD: 405,
  BUSY: 409,
  REFUSED: 409,
  UNAVAILABLE: 503,
  FAILED: 500,
};

/** STEP: the PSU has sent a form, or has returned from the identity provider or the bank upstream. */
export type PageTrigger = 'OPENING' | 'STEP';

/** After a STEP, redirects the browser to the page. If the response were the page itself, a reload would send the form again. */
export function showPage(
  visit: Visit,
  view: PageView | null,
  method: AuthMethod | null,
  trigger: PageTrigger,
): HttpAnswer {
  if (view === null) return faultAnswer(visit.context, 'UNKNOWN_LINK');
  const language = visit.chosenLanguage ?? view.authorisation.language ?? visit.context.language;
  const context: PageContext = { ...visit.context, language };
  if (view.step === 'ENDED') return showEnd(visit, context, view, trigger);
  // The PSU has continued in another tab, or the authorisation belongs to another browser, and this browser must not see it.
  if (view.trouble === 'STALE_PAGE') {
    const fault = trigger === 'STEP' && visit.secret === null ? 'NO_COOKIE' : 'STALE_PAGE';
    return faultAnswer(context, fault, currentPageAddress(visit));
  }
  const authMethod = method ?? readAuthMethod(view.authorisation.authMethodPreferred) ?? authMethods[0];
  const isUnreachable = view.trouble === 'UNREACHABLE';
  const trouble = view.trouble === null ? '' : `&trouble=${view.trouble}`;
  const pageAddress = `${visit.path}?method=${authMethod}${trouble}`;
  // If the provider is unreachable, the response is the page, because a redirect cannot have the status 503.
  if (trigger === 'STEP' && !isUnreachable) return seeOther(pageAddress, cookieHeader(visit, view));
  const scene: Scene = {
    ...context,
    languageAddress: `${pageAddress}&`,
    view,
    path: visit.path,
    chosenLanguage: visit.chosenLanguage,
    method: authMethod,
  };
  const retryAfter = isUnreachable ? { 'retry-after': '2' } : {};
  const headers = { ...pageHeaders('FORM'), ...cookieHeader(visit, view), ...retryAfter };
  return textAnswer(isUnreachable ? 503 : 200, pagesByStep[view.step](scene).toString(), headers);
}

/** `view.secret` is null unless this request has ended the authorisation. Only the browser of that request goes back to the TPP. */
function showEnd(
  { token: linkToken, path, publicUrl }: Visit,
  context: PageContext,
  view: PageView,
  trigger: PageTrigger,
): HttpAnswer {
  const { secret, returnTo } = view;
  if (trigger === 'STEP' && secret !== null && returnTo !== null) {
    const cookies = [secretCookie(secret, path, publicUrl)];
    return redirectToTpp(context, publicUrl, returnTo, { linkToken, secret }, cookies);
  }
  const page = endedPage({ ...context, languageAddress: `${path}?` }, view);
  return textAnswer(410, page.toString(), pageHeaders('NO_FORM'));
}

export const currentPageAddress = ({ path, chosenLanguage }: Visit): string =>
  chosenLanguage === null ? path : `${path}?lang=${chosenLanguage}`;

export function answerToHead(context: PageContext, isOver: boolean | null): HttpAnswer {
  if (isOver === null) return faultAnswer(context, 'UNKNOWN_LINK');
  return { status: isOver ? 410 : 200, headers: pageHeaders(isOver ? 'NO_FORM' : 'FORM'), body: null };
}

export function redirectToOtherSite(
  visit: Visit,
  view: PageView,
  { scaRedirect, returnState, cookieSeconds }: PageRedirect,
): HttpAnswer {
  const { path, token, publicUrl, context } = visit;
  // `view` or `visit` has a secret, because a browser without a cookie gets a new one.
  const secret = view.secret ?? visit.secret ?? '';
  const returnCookie = writeCookie({
    name: psuRedirectCookieName(returnState),
    value: linkCookieValue({ linkToken: token, secret }),
    path: `${context.base}${psuReturnPath}`,
    publicUrl,
    seconds: cookieSeconds,
  });
  return { ...seeOther(scaRedirect), cookies: [secretCookie(secret, path, publicUrl), returnCookie] };
}

/** In a sandbox, adds the cookie with which the return page of the sandbox finds the authorisation. */
export function redirectToTpp(
  { sandbox }: PageContext,
  publicUrl: string,
  address: string,
  linkSecret: LinkSecret,
  cookies: readonly string[] = [],
): HttpAnswer {
  const pageCookie = sandbox ? returnPageCookie(publicUrl, address, linkSecret) : null;
  return { ...seeOther(address), cookies: pageCookie === null ? cookies : [...cookies, pageCookie] };
}

function cookieHeader({ path, publicUrl }: Visit, { secret }: PageView): Headers {
  return secret === null ? {} : { 'set-cookie': secretCookie(secret, path, publicUrl) };
}

const pagesByStep = {
  IDENTIFY: identifyPage,
  AGREEMENT: agreementPage,
  DECIDE: decidePage,
  LEAVE: leavePage,
  CLOSED: closedPage,
} as const;

/** `continueAt`: where the button of the page leads; null: the page has no button. */
export function faultAnswer(
  context: PageContext,
  fault: PageFault,
  continueAt: string | null = null,
  { headers = {}, failureId = null }: { readonly headers?: Headers; readonly failureId?: string | null } = {},
): HttpAnswer {
  const page = faultPage(context, fault, continueAt, failureId);
  return textAnswer(statusByFault[fault], page.toString(), { ...pageHeaders('NO_FORM'), ...headers });
}

const faultsByStatus: ReadonlyMap<number, PageFault> = new Map([
  [500, 'FAILED'],
  [503, 'UNAVAILABLE'],
]);

export function renderFailurePage(
  context: PageContext,
  continueAt: string | null,
  { id, refusal }: { readonly id: string; readonly refusal: Refusal },
): HttpAnswer {
  const { status, extras } = refusal;
  // All other refusals come from the bank, or are conflicts with another request.
  const fault = faultsByStatus.get(status) ?? (refusal instanceof BankRefusal ? 'REFUSED' : 'BUSY');
  const retry = extras.retryAfterSeconds;
  const headers = retry ? { 'retry-after': String(retry) } : {};
  return faultAnswer(context, fault, continueAt, { headers, failureId: id });
}

export const wrongMethod = (context: PageContext, allow: string): HttpAnswer =>
  faultAnswer(context, 'WRONG_METHOD', null, { headers: { allow } });

export function seeOther(location: string, headers: Headers = {}): HttpAnswer {
  const { 'content-type': _, ...headersWithoutType } = pageHeaders('NO_FORM');
  return { status: 303, headers: { ...headersWithoutType, ...headers, location }, body: null };
}

export function styleSheet(): HttpAnswer {
  return textAnswer(200, style, {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
}
