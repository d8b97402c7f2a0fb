import type { FastifyInstance } from 'fastify';
import { linkSecretIn } from '../browser/cookies.ts';
import { refusePrefetch } from '../browser/prefetch.ts';
import { type AuthMethod, readAuthMethod } from '../domain/authorisations/authorisation.ts';
import { type PageLanguage, pageLanguage, pageLanguages } from '../domain/authorisations/language.ts';
import { type Reason, refuse } from '../domain/refusal.ts';
import { basePathOf } from '../domain/values/base-address.ts';
import { refusalOf, renderRefusal } from '../http/failure.ts';
import { type HttpAnswer, type HttpRequest, isReadMethod } from '../http/message.ts';
import { toFastifyHandler } from '../http/request-hooks.ts';
import type { DoorLogEntry } from '../observability/request-trace.ts';
import type { Approval, PsuPage } from '../operations/sca/approval.ts';
import type { FormSender } from '../operations/sca/secrets.ts';
import type { PageView, Trouble } from '../operations/sca/view.ts';
import {
  answerToHead,
  currentPageAddress,
  faultAnswer,
  type PageTrigger,
  redirectToOtherSite,
  redirectToTpp,
  renderFailurePage,
  seeOther,
  showPage,
  styleSheet,
  type Visit,
  wrongMethod,
} from './answers.ts';
import { isFromOwnPage, linkSecretOf, psuRedirectCookieName, psuReturnPath } from './browser.ts';
import { formBytesAtMost, isForm, type PostedForm, readForm } from './form.ts';
import type { PageContext } from './page.ts';
import type { PageFault } from './texts.ts';

interface ScaDoorParts {
  readonly approval: Approval;
  readonly sandbox: boolean;
  readonly publicUrl: string;
}

/** The token of the link and, if the address is that of a form, the step. The token is long, because it contains the id of the TPP. */
const linkPath = /^\/sca\/([\w-]{20,3000})(?:\/(identify|agreement|decision|leave))?$/;

interface PageRequest {
  readonly http: HttpRequest;
  readonly context: PageContext;
  /** null: the path is not the path of a link. */
  readonly visit: Visit | null;
  readonly step: string | undefined;
  /** null: the request has no form. A fault: the form cannot be read. */
  readonly form: PostedForm | PageFault | null;
}

/** `app` is a context of its own, so the error handler applies only to these routes. */
export function registerSca(app: FastifyInstance, parts: ScaDoorParts): void {
  app.setErrorHandler((error, { http }, reply) => {
    const { context } = pageRequestOf(parts, http);
    const fault = faultsByReason.get(refusalOf(http, error).reason);
    reply.answer(
      fault === undefined
        ? answerFailure(http, context, error)
        : logAnswer(http, faultAnswer(context, fault)),
    );
  });
  const options = { method: app.supportedMethods, bodyLimit: formBytesAtMost };
  for (const url of ['/sca', '/sca/*'])
    app.route({ ...options, url, handler: toFastifyHandler((request) => answerTo(parts, request)) });
}

async function answerTo(parts: ScaDoorParts, http: HttpRequest): Promise<HttpAnswer> {
  const page = pageRequestOf(parts, http);
  try {
    const answer = await dispatch(parts, page);
    // While the identity provider is unreachable, the page has the status 503. No other answer of `dispatch` has this status.
    const isProviderUnreachable = answer.status === 503;
    if (!isProviderUnreachable) return logAnswer(http, answer);
    // Only the log shows this refusal.
    const refusal = refuse('UNAVAILABLE', { detail: 'the identity provider cannot be used now' });
    return logAnswer(http, answer, { code: refusal.code }, refusal);
  } catch (error) {
    return answerFailure(http, page.context, error, continueAddressOf(page));
  }
}

function pageRequestOf({ publicUrl, sandbox }: ScaDoorParts, http: HttpRequest): PageRequest {
  const [, token, step] = linkPath.exec(http.path) ?? [];
  const base = basePathOf(publicUrl);
  const form = !isReadMethod(http.method) && isForm(http.headers) ? readForm(http) : null;
  const languageInForm = form === null || typeof form === 'string' ? null : languageIn(form);
  const chosenLanguage = languageIn(http.query) ?? languageInForm;
  const language = chosenLanguage ?? pageLanguage(http.headers.get('accept-language'));
  const context: PageContext = { language, sandbox, base };
  if (token === undefined) return { http, context, visit: null, step, form };
  const path = `${base}/sca/${token}`;
  const visit = { context, token, path, publicUrl, secret: linkSecretOf(http.headers), chosenLanguage };
  return { http, context, visit, step, form };
}

const continueAddressOf = ({ visit }: PageRequest): string | null => visit && currentPageAddress(visit);

/** Faults of requests that never reach their handler. */
const faultsByReason: ReadonlyMap<Reason, PageFault> = new Map([
  ['REQUEST_INCOMPLETE', 'INCOMPLETE'],
  ['BODY_TOO_LARGE', 'TOO_LARGE'],
  ['MEDIA_TYPE_UNSUPPORTED', 'WRONG_MEDIA'],
  ['BAD_REQUEST', 'INVALID_REQUEST'],
]);

function answerFailure(
  request: HttpRequest,
  context: PageContext,
  error: unknown,
  continueAt: string | null = null,
): HttpAnswer {
  const { id, refusal } = renderRefusal(refusalOf(request, error));
  const answer = renderFailurePage(context, continueAt, { id, refusal });
  return logAnswer(request, answer, { failureId: id, code: refusal.code }, error);
}

/** The token is a secret, so the log line has only the template of the path. */
function logAnswer(
  request: HttpRequest,
  answer: HttpAnswer,
  failure: Partial<DoorLogEntry> = {},
  error?: unknown,
): HttpAnswer {
  const step = linkPath.exec(request.path)?.[2];
  const route = `/sca/:token${step ? `/${step}` : ''}`;
  request.log({ door: 'sca', route, status: answer.status, ...failure }, error);
  return answer;
}

async function dispatch(parts: ScaDoorParts, page: PageRequest): Promise<HttpAnswer> {
  const earlyFault = findFaultBeforeForm(parts, page);
  if (earlyFault !== null) return earlyFault;
  const { http, context, visit, step, form } = page;
  if (http.path === '/sca/style.css') return styleSheet();
  if (isReturnPath(parts, http)) return receiveReturn(parts, http, context);
  if (visit === null) return faultAnswer(context, 'UNKNOWN_LINK');
  if (step === undefined) {
    if (http.method === 'HEAD') return answerToHead(context, await parts.approval.isOver(visit.token));
    return openLink(parts, http, visit);
  }
  // A browser can open the address of a form without sending the form, for example from its history.
  if (isReadMethod(http.method)) return seeOther(visit.path);
  if (form === null) return faultAnswer(context, 'WRONG_MEDIA', continueAddressOf(page));
  if (typeof form === 'string') return faultAnswer(context, form, continueAddressOf(page));
  return takeStep(parts, visit, step, form);
}

/** An unknown path, a wrong method, or a form that another site has sent. */
function findFaultBeforeForm(parts: ScaDoorParts, page: PageRequest): HttpAnswer | null {
  const { http, context, visit, step } = page;
  const { method, headers, path } = http;
  const isFixedPath = path === '/sca/style.css' || isReturnPath(parts, http);
  const isLink = visit !== null && (step !== 'leave' || parts.approval.redirects === 'BY_FORM');
  if (!isFixedPath && !isLink) return faultAnswer(context, 'UNKNOWN_LINK');
  if (isReadMethod(method)) return null;
  if (isFixedPath || step === undefined) return wrongMethod(context, 'GET, HEAD');
  if (method !== 'POST') return wrongMethod(context, 'GET, HEAD, POST');
  // The service may have several host names, so its own origins include the host of the request.
  const host = headers.get('host') ?? new URL(parts.publicUrl).host;
  const ownOrigins = [new URL(parts.publicUrl).origin, `http://${host}`, `https://${host}`];
  return isFromOwnPage(headers, ownOrigins)
    ? null
    : faultAnswer(context, 'FOREIGN_ORIGIN', continueAddressOf(page));
}

const isReturnPath = ({ approval }: ScaDoorParts, { path }: HttpRequest): boolean =>
  path === psuReturnPath && approval.redirects !== 'NEVER';

/** Opening the link may start an authorisation at another bank, so browsers must not prefetch the page. */
async function openLink(
  { approval }: ScaDoorParts,
  { headers, query }: HttpRequest,
  visit: Visit,
): Promise<HttpAnswer> {
  if (approval.redirects === 'WHEN_OPENED') refusePrefetch(headers);
  const { view, redirect } = await approval.open(visit.token, visit.secret, visit.chosenLanguage);
  const viewWithTrouble = view && { ...view, trouble: view.trouble ?? troubleIn(query, view.step) };
  const page = { view: viewWithTrouble, redirect };
  return showOrRedirect(visit, page, readAuthMethod(query.get('method')), 'OPENING');
}

/** The redirect after a form puts the trouble of the form into the query. A page shows only the troubles of its step. */
const troublesByStep: Partial<Record<PageView['step'], readonly Trouble[]>> = {
  IDENTIFY: ['UNKNOWN_CUSTOMER', 'WRONG_IDENTITY', 'WRONG_TYPE', 'LOGIN_CLOSED'],
  AGREEMENT: ['NO_AGREEMENT'],
  DECIDE: ['WRONG_CODE'],
};

const troubleIn = (query: URLSearchParams, step: PageView['step']): Trouble | null =>
  troublesByStep[step]?.find((trouble) => trouble === query.get('trouble')) ?? null;

const showOrRedirect = (
  visit: Visit,
  { view, redirect }: PsuPage,
  method: AuthMethod | null,
  trigger: PageTrigger,
): HttpAnswer =>
  view !== null && redirect !== null
    ? redirectToOtherSite(visit, view, redirect)
    : showPage(visit, view, method, trigger);

const languageIn = (fields: PostedForm | URLSearchParams): PageLanguage | null =>
  pageLanguages.find((language) => language === fields.get('lang')) ?? null;

async function takeStep(
  parts: ScaDoorParts,
  visit: Visit,
  step: string,
  form: PostedForm,
): Promise<HttpAnswer> {
  const { secret, chosenLanguage: language } = visit;
  const sender: FormSender = { secret, formToken: form.get('formToken') ?? null, language };
  if (step === 'leave')
    return showOrRedirect(visit, await parts.approval.leave(visit.token, sender), null, 'STEP');
  const view = await callStep(parts.approval, visit.token, sender, step, form);
  if (view === 'MALFORMED') return faultAnswer(visit.context, view, currentPageAddress(visit));
  return showPage(visit, view, readAuthMethod(form.get('method') ?? null), 'STEP');
}

/** null: the link is unknown. MALFORMED: the form lacks a field. */
async function callStep(
  approval: Approval,
  token: string,
  sender: FormSender,
  step: string,
  form: PostedForm,
): Promise<PageView | 'MALFORMED' | null> {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  if (field('formToken') === '') return 'MALFORMED';
  if (step === 'identify') {
    // `pick`: the PSU has pressed the button of a suggested customer.
    const customerNumber = field('pick') || field('customerNumber');
    return customerNumber === '' ? 'MALFORMED' : approval.identify(token, sender, customerNumber);
  }
  if (step === 'agreement') {
    const agreementId = field('agreementId');
    return agreementId === '' ? 'MALFORMED' : approval.chooseAgreement(token, sender, agreementId);
  }
  const [decision, code] = [field('decision'), field('code')];
  if (decision === 'reject') return approval.decide(token, sender, { approve: false });
  return decision === 'approve' && code !== ''
    ? approval.decide(token, sender, { approve: true, code, agreementId: field('agreementId') || null })
    : 'MALFORMED';
}

/** The PSU comes back from the identity provider or the upstream bank. HEAD changes nothing, because link scanners send HEAD. */
async function receiveReturn(
  { publicUrl, approval }: ScaDoorParts,
  { method, headers, query }: HttpRequest,
  context: PageContext,
): Promise<HttpAnswer> {
  if (method === 'HEAD') return faultAnswer(context, 'UNKNOWN_LINK');
  refusePrefetch(headers);
  const returnState = query.get('state') ?? '';
  const cookie = linkSecretIn(headers, psuRedirectCookieName(returnState));
  if (cookie === null) return faultAnswer(context, 'UNKNOWN_LINK');
  const result = await approval.receiveReturn({ returnState, ...cookie, query });
  if (result === null) return faultAnswer(context, 'UNKNOWN_LINK');
  if ('address' in result) return redirectToTpp(context, publicUrl, result.address, cookie);
  const { linkToken: token, view } = result;
  const path = `${context.base}/sca/${token}`;
  const visit: Visit = { context, token, path, publicUrl, secret: cookie.secret, chosenLanguage: null };
  return showPage(visit, view, null, 'STEP');
}
