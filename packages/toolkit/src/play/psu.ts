import { answerWithinMs, FailedError, pageStatus, RefusedError, sendFault, textOf } from '../send.ts';

export interface PsuVisit {
  /** If this address does not answer, the visit opens the link at `base`. */
  readonly link: string;
  readonly base: string;
  readonly customerNumber: string;
  readonly outcome: 'APPROVE' | 'REJECT';
  readonly onStep: (step: PlayStep) => void;
}

export interface PlayStep {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const stepsAtMost = 16;

/**
 * Whether the page at `next` belongs to a bank or an identity provider, and not to the TPP. A page of SCA has /sca/ in its path, and a
 * log-in at a provider begins with the request_uri of RFC 9126. On any other origin than that of `link`, a redirect that stays on this
 * origin leads to another page of the same bank or provider.
 */
const continuesVisit = (next: URL, current: URL, link: URL): boolean =>
  /\/sca\/[\w-]+/.test(next.pathname) ||
  next.searchParams.has('request_uri') ||
  (current.origin !== link.origin && next.origin === current.origin);

/** Fills in the pages of SCA as a browser of the PSU would. Returns the address at which the PSU comes back to the TPP. */
export async function visitPages(visit: PsuVisit): Promise<string> {
  if (!URL.canParse(visit.link))
    throw new RefusedError(`scaRedirect is not an absolute address: ${visit.link}`);
  const locate = await locatorOf(visit);
  const link = locate(new URL(visit.link));
  const browse = createBrowser(visit.onStep);
  let page = await browse(link);
  for (let step = 0; step < stepsAtMost; step += 1) {
    if (page.location !== null) {
      const next = locate(new URL(page.location, page.url));
      if (!continuesVisit(next, page.url, link)) return next.toString();
      page = await browse(next);
    } else if (page.status >= 500) {
      throw new FailedError(`${page.url.origin}: the page of the bank failed with HTTP ${page.status}.`);
    } else if ((page.method === 'POST' && page.status >= 400) || alertPattern.test(page.html)) {
      throw new RefusedError(`The page of the bank refused the form: ${visibleText(page.html)}`);
    } else {
      const { action, fields } = filledForm(page.html, visit);
      page = await browse(locate(new URL(action, page.url)), fields);
    }
  }
  throw new RefusedError(`The bank showed another page after ${stepsAtMost} steps.`);
}

/**
 * Returns a function that turns the address of a page into the address to open. `link` contains PUBLIC_URL. If this machine cannot reach
 * PUBLIC_URL, the function moves the pages of the bank to `base`.
 */
async function locatorOf({ link, base }: PsuVisit): Promise<(address: URL) => URL> {
  const published = new URL(link);
  const [basePath = ''] = published.pathname.split('/sca/', 1);
  const own = new URL(base);
  if (published.origin === own.origin) return (address) => address;
  const publishedBase = `${published.origin}${basePath}`;
  const status = await pageStatus('GET', `${publishedBase}/livez`, 2_000).catch(() => null);
  if (status === 200) return (address) => address;
  const isOfBank = ({ origin, pathname }: URL) =>
    (origin === published.origin || origin === own.origin) && pathname.startsWith(`${basePath}/sca/`);
  return (address) =>
    isOfBank(address)
      ? new URL(`${base}${address.pathname.slice(basePath.length)}${address.search}`)
      : address;
}

/** Returns a function that loads a page, or posts a form. It keeps the cookies of each origin. */
function createBrowser(onStep: PsuVisit['onStep']) {
  const jars = new Map<string, Map<string, string>>();
  return async (url: URL, fields: Readonly<Record<string, string>> | null = null) => {
    const method = fields === null ? 'GET' : 'POST';
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    let response: Response;
    let html: string;
    try {
      response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: cookie === '' ? {} : { cookie },
        body: fields && new URLSearchParams(fields),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      html = await textOf(response);
    } catch (error) {
      throw sendFault(error, url.origin);
    }
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) jar.set(name, value);
    }
    const { status } = response;
    onStep({ method, path: url.pathname, status });
    return { url, method, status, location: response.headers.get('location'), html };
  };
}

function filledForm(html: string, { customerNumber, outcome }: PsuVisit) {
  const action = /<form[^<>]{0,400}?action="([^"<>]{1,400})"/.exec(html)?.[1];
  if (action === undefined) throw new RefusedError(`The page of the bank has no form: ${visibleText(html)}`);
  const fields: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<input[^<>]{0,400}>/g)) {
    const { name, type, value, autocomplete } = attributesOf(tag);
    // Of radio buttons with one name, the first is chosen.
    if (name === undefined || fields[name] !== undefined) continue;
    if (type === 'hidden' || type === 'radio') fields[name] = value ?? '';
    else fields[name] = autocomplete === 'one-time-code' ? codeOn(html) : customerNumber;
  }
  if (/name="decision"/.test(html)) fields.decision = outcome === 'APPROVE' ? 'approve' : 'reject';
  return { action, fields };
}

function codeOn(html: string): string {
  const code = /id="sandbox-code">(\d{6})</.exec(html)?.[1];
  if (code !== undefined) return code;
  throw new RefusedError('The page of the bank shows no one-time code. Only a sandbox shows it.');
}

function attributesOf(tag: string): Readonly<Record<string, string>> {
  const pairs = [...tag.matchAll(/([a-z-]{1,40})="([^"<>]{0,400})"/g)];
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]));
}

const alertPattern = /role="alert"[^<>]{0,400}>([^<>]{1,400})</;

function visibleText(html: string): string {
  const alert = alertPattern.exec(html)?.[1];
  const main = (alert ?? html.slice(Math.max(0, html.indexOf('<main')))).replace(/<[^<>]{0,400}>/g, ' ');
  return main.replace(/\s+/g, ' ').trim().slice(0, 200);
}
