/**
 * The door for PSUs: GET /sca/{token} shows where an authorisation stands, three forms carry it on. What a step means is
 * decided in operations/sca; this room renders, keeps the browser's cookie and may not change anything itself.
 * Start at `createScaDoor`.
 */
import {
  type AuthMethod,
  authMethods,
  knownAuthMethod,
  pageLanguage,
} from '../../domain/authorisations/authorisation.ts';
import { type BrowserProof, formTokenOf, type Steps, type View } from '../../operations/sca/steps.ts';
import type { DoorLog, KnownFailure } from '../door.ts';
import type { Html } from '../html.ts';
import { cookie, fromOwnPage, pageHeaders, secretOf } from './browser.ts';
import { decidePage } from './decide.ts';
import { type Form, readForm } from './form.ts';
import { agreementPage, identifyPage } from './identify.ts';
import { endedPage, faultPage } from './outcome.ts';
import type { Place, Scene } from './page.ts';
import { style } from './style.ts';
import type { Fault } from './texts.ts';

export interface ScaDoorParts {
  readonly steps: Steps;
  readonly sandbox: boolean;
  readonly publicUrl: string;
  readonly knownFailure: KnownFailure;
  readonly log: DoorLog;
}

/** A request to a link that could exist. */
interface Visit {
  readonly request: Request;
  readonly url: URL;
  readonly place: Place;
  readonly token: string;
  readonly path: string;
  readonly secret: string | null;
}

const statuses: Readonly<Record<Fault, number>> = {
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

const address = /^\/sca\/([\w-]{20,64})(?:\/(identify|agreement|decision))?$/;

export function createScaDoor(parts: ScaDoorParts): (request: Request, url: URL) => Promise<Response> {
  const base = new URL(parts.publicUrl).pathname.replace(/\/+$/, '');
  const secure = parts.publicUrl.startsWith('https:');

  return async (request, url) => {
    const begun = performance.now();
    const place: Place = {
      language: pageLanguage(request.headers.get('accept-language')),
      sandbox: parts.sandbox,
      base,
    };
    const found = address.exec(url.pathname);
    const step = found?.[2];
    let answer: Response;
    let cause: unknown;
    try {
      answer = await route(request, url, place, found?.[1], step);
    } catch (error) {
      cause = error;
      answer = failed(place, error);
    }
    const milliseconds = Math.round(performance.now() - begun);
    // The token is a secret, so the log has the form of the address in its place.
    parts.log(
      {
        door: 'sca',
        method: request.method,
        route: `/sca/:token${step ? `/${step}` : ''}`,
        status: answer.status,
        milliseconds,
      },
      cause,
    );
    return answer;
  };

  async function route(
    request: Request,
    url: URL,
    place: Place,
    token: string | undefined,
    step: string | undefined,
  ): Promise<Response> {
    if (url.pathname === '/sca/style.css')
      return request.method === 'GET' ? styleSheet() : wrongMethod(place, 'GET');
    if (token === undefined) return faulty(place, 'UNKNOWN_LINK');
    const allowed = step === undefined ? 'GET' : 'POST';
    const path = `${base}/sca/${token}`;
    const visit: Visit = { request, url, place, token, path, secret: secretOf(request.headers) };
    // A reload of a form's own address: the page itself is where it goes on.
    if (step !== undefined && request.method === 'GET') return seeOther(path);
    if (request.method !== allowed) return wrongMethod(place, allowed);
    if (step === undefined) {
      const method = knownAuthMethod(url.searchParams.get('method'));
      return show(visit, await parts.steps.open(token, visit.secret), method, false);
    }
    if (!fromOwnPage(request.headers, ownOrigins(request, url))) return faulty(place, 'FOREIGN_ORIGIN', path);
    const form = await readForm(request);
    return typeof form === 'string' ? faulty(place, form, path) : post(visit, step, form);
  }

  /** The published origin, and the one by which this very request came in: a sandbox may be reached by several names. */
  function ownOrigins({ headers }: Request, url: URL): readonly string[] {
    const host = headers.get('host') ?? url.host;
    return [new URL(parts.publicUrl).origin, `http://${host}`, `https://${host}`];
  }

  async function post(visit: Visit, step: string, form: Form): Promise<Response> {
    const proof: BrowserProof = { secret: visit.secret, formToken: form.get('formToken') ?? null };
    const view = take(parts.steps, visit.token, proof, step, form);
    if (view === null) return faulty(visit.place, 'MALFORMED', visit.path);
    return show(visit, await view, knownAuthMethod(form.get('method') ?? null), true);
  }

  /** The page for a view; after a form that went well, a redirect, so that a reload repeats nothing. */
  function show(visit: Visit, view: View | null, method: AuthMethod | null, posted: boolean): Response {
    if (view === null) return faulty(visit.place, 'UNKNOWN_LINK');
    const place: Place = { ...visit.place, language: view.authorisation.language };
    const { redirectUri } = view.authorisation;
    if (view.step === 'ENDED') {
      // A secret is given anew only by the request that ended it; whoever comes later sees the page.
      if (posted && view.secret !== null && view.returnTo !== null)
        return seeOther(view.returnTo, setCookie(visit, view));
      return page(410, endedPage(place, view), pageHeaders(redirectUri));
    }
    // Nothing of the state is shown: this browser has not proven that it is the one that logged in.
    if (view.trouble === 'STALE_PAGE') return faulty(place, 'STALE_PAGE', visit.path);
    const chosen = method ?? knownAuthMethod(view.authorisation.authMethodPreferred) ?? authMethods[0];
    if (posted && view.trouble === null)
      return seeOther(`${visit.path}?method=${chosen}`, setCookie(visit, view));
    const secret = view.secret ?? visit.secret ?? '';
    const scene: Scene = { ...place, view, path: visit.path, formToken: formTokenOf(secret), method: chosen };
    return page(posted ? 422 : 200, livePage(scene), {
      ...pageHeaders(redirectUri),
      ...setCookie(visit, view),
    });
  }

  function setCookie({ path }: Visit, { secret }: View): Record<string, string> {
    return secret === null ? {} : { 'set-cookie': cookie(secret, path, secure) };
  }

  function failed(place: Place, error: unknown): Response {
    const refusal = parts.knownFailure(error);
    const fault = refusal === null ? 'FAILED' : refusal.status === 503 ? 'UNAVAILABLE' : 'BUSY';
    const retry = refusal?.extras.retryAfterSeconds;
    return faulty(place, fault, null, retry ? { 'retry-after': String(retry) } : {});
  }
}

/** Takes the step that a form asks for; null when a field is missing. */
function take(
  steps: Steps,
  token: string,
  proof: BrowserProof,
  step: string,
  form: Form,
): Promise<View | null> | null {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  if (proof.formToken === null) return null;
  if (step === 'identify') {
    const customerNumber = field('customerNumber');
    return customerNumber === '' ? null : steps.identify(token, proof, customerNumber);
  }
  if (step === 'agreement') {
    const agreementId = field('agreementId');
    return agreementId === '' ? null : steps.chooseAgreement(token, proof, agreementId);
  }
  const code = field('code');
  if (field('decision') === 'reject') return steps.decide(token, proof, { approve: false });
  return field('decision') === 'approve' && code !== ''
    ? steps.decide(token, proof, { approve: true, code })
    : null;
}

function livePage(scene: Scene): Html {
  if (scene.view.step === 'IDENTIFY') return identifyPage(scene);
  return scene.view.step === 'AGREEMENT' ? agreementPage(scene) : decidePage(scene);
}

function page(status: number, body: Html, headers: Readonly<Record<string, string>>): Response {
  return new Response(body.toString(), { status, headers });
}

function faulty(
  place: Place,
  fault: Fault,
  path: string | null = null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return page(statuses[fault], faultPage(place, fault, path), { ...pageHeaders(null), ...headers });
}

function wrongMethod(place: Place, allow: string): Response {
  return faulty(place, 'WRONG_METHOD', null, { allow });
}

function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  const { 'content-type': _none, ...shared } = pageHeaders(null);
  return new Response(null, { status: 303, headers: { ...shared, ...headers, location } });
}

function styleSheet(): Response {
  return new Response(style, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  });
}
