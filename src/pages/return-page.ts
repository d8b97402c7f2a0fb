/**
 * The page of a sandbox to which a PSU returns, if the TPP has no page for this. Only the browser that ended the authorisation sees
 * the statuses of the payments.
 */
import { type LinkSecret, linkCookieValue, linkSecretIn, writeCookie } from '../browser/cookies.ts';
import { type Html, html } from '../browser/html.ts';
import type { Toolkit } from '../browser/toolkit.ts';
import type { HeaderMap } from '../domain/headers.ts';
import { isFinal, statusMeanings } from '../domain/payments/status.ts';
import { boundedText } from '../domain/values/text.ts';
import type { HttpRequest, RequestHandler } from '../http/message.ts';
import type { ReturnPageData } from '../operations/sca/return-page.ts';
import { developerPage, uncachedPage } from './frame.ts';

export const returnPagePath = '/sandbox/return';
const cookieName = 'returned';
const cookieSeconds = 3_600;
const maxParameters = 20;
const maxParameterLength = 200;

export interface ReturnPageParts {
  readonly publicUrl: string;
  readonly toolkit: Toolkit;
  /** null: the authorisation has not ended, or another browser has ended it. */
  readonly readData: (linkSecret: LinkSecret) => Promise<ReturnPageData | null>;
  readonly onError: (error: unknown) => void;
}

/** null: `address` is not the address of this page. */
export function returnPageCookie(publicUrl: string, address: string, linkSecret: LinkSecret): string | null {
  const page = new URL(`${publicUrl}${returnPagePath}`);
  const target = new URL(address);
  if (target.origin !== page.origin || target.pathname !== page.pathname) return null;
  const value = linkCookieValue(linkSecret);
  return writeCookie({ name: cookieName, value, path: page.pathname, publicUrl, seconds: cookieSeconds });
}

export function createReturnPage({ publicUrl, toolkit, readData, onError }: ReturnPageParts): RequestHandler {
  /** null: the query of this request is not from an authorisation that this browser has ended. */
  async function findData(request: HttpRequest): Promise<ReturnPageData | null> {
    const linkSecret = linkSecretIn(request.headers, cookieName);
    if (linkSecret === null) return null;
    try {
      const data = await readData(linkSecret);
      return data !== null && hasSameQuery(data.tppAddress, request) ? data : null;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  return async (request) => {
    const data = await findData(request);
    const { title, body } = pageOf(request.query, data, { publicUrl, toolkit });
    const hasPayments = data !== null && data.payments.length > 0;
    const page = developerPage({ title, body, ...(hasPayments ? { script } : {}) });
    const payments = data?.payments.map(paymentJson) ?? [];
    const json = { type: 'application/json', text: JSON.stringify({ payments }), headers: page.headers };
    const answer = asksForJson(request.headers) ? json : page;
    return uncachedPage(200, answer, { vary: 'accept' });
  };
}

const asksForJson = (headers: HeaderMap): boolean => headers.get('accept') === 'application/json';
const hasSameQuery = (address: string, { query }: HttpRequest): boolean =>
  new URL(address).searchParams.toString() === query.toString();

const paymentJson = ({ paymentId, status }: ReturnPageData['payments'][number]) => ({
  paymentId,
  status,
  meaning: statusMeanings[status],
  final: isFinal(status),
});

function pageOf(
  query: URLSearchParams,
  data: ReturnPageData | null,
  { publicUrl, toolkit }: Pick<ReturnPageParts, 'publicUrl' | 'toolkit'>,
) {
  const { title, textClass, text } = outcomeOf(query, data);
  const parameters = [...query];
  return {
    title,
    body: html`<p class="${textClass}">${text}</p>
<h2>Parameters</h2>
${parameters.length === 0 ? html`<p class="soft">No parameters.</p>` : html`<dl>${parameters.slice(0, maxParameters).map(parameterRow)}</dl>`}
${parameters.length > maxParameters && html`<p class="soft">And ${parameters.length - maxParameters} more parameters.</p>`}
${data !== null && paymentList(data, toolkit)}
<p class="soft">The sandbox shows this page instead of a page of the TPP. To send the PSU to your own page, put its
address into <code>TPP-Redirect-URI</code>. <a href="${publicUrl}/">Where to go next</a></p>`,
  };
}

/** The bank adds `message` to the address if the PSU has not approved. Otherwise it adds `psu-id` and `tpp-session-id`. */
function outcomeOf(query: URLSearchParams, data: ReturnPageData | null) {
  if (query.has('message'))
    return {
      title: 'Not approved',
      textClass: 'bad',
      text: 'The PSU rejected the request, or the request failed. The parameter “message” has the reason.',
    };
  if (!query.has('psu-id') && !query.has('tpp-session-id'))
    return { title: 'No result', textClass: 'soft', text: 'The bank did not send a PSU to this page.' };
  return data?.kind === 'LOGIN'
    ? {
        title: 'Logged in',
        textClass: 'good',
        text: 'The PSU has logged in. Repeat the request that the bank refused because the PSU was not logged in.',
      }
    : { title: 'Approved', textClass: 'good', text: 'The PSU has logged in and approved.' };
}

const parameterRow = ([name, value]: readonly [string, string]): Html =>
  html`<div><dt>${shorten(name)}</dt><dd>${shorten(value)}</dd></div>`;

const shorten = (text: string): string => boundedText(text, maxParameterLength);

function paymentList({ tppId, basketId, payments }: ReturnPageData, toolkit: Toolkit): Html | null {
  const [first] = payments;
  if (first === undefined) return null;
  return html`<h2>${basketId === null ? 'The payment' : `The signing basket ${basketId}`}</h2>
<dl>${payments.map(
    ({ paymentId, status }) =>
      html`<div data-payment="${paymentId}"><dt>${paymentId}</dt><dd aria-live="polite"><span class="status">${status}</span> <span class="meaning">${statusMeanings[status]}</span></dd></div>`,
  )}</dl>
<p class="soft"><span hidden>This page updates automatically.</span> To read the status as a TPP, run:</p>
<pre>${toolkit.line(['status', first.paymentId], tppId)}</pre>
<button type="button" id="copy" hidden>Copy</button> <span class="soft" role="status" id="copied"></span>`;
}

const script = html`
const show = ({ paymentId, status, meaning }) => {
  const row = document.querySelector('[data-payment="' + paymentId + '"]');
  if (row && row.querySelector('.status').textContent !== status) {
    row.querySelector('.status').textContent = status;
    row.querySelector('.meaning').textContent = meaning;
  }
};
document.querySelectorAll('[hidden]').forEach((element) => { element.hidden = false; });
document.getElementById('copy').addEventListener('click', async () => {
  const copying = navigator.clipboard?.writeText(document.querySelector('pre').textContent) ?? Promise.reject();
  document.getElementById('copied').textContent = await copying.then(() => 'Copied', () => 'Select the line to copy it.');
});
// Ten minutes, with a poll every two seconds.
let pollsLeft = 300;
const poll = async () => {
  const answer = await fetch(location.href, { headers: { accept: 'application/json' } }).catch(() => null);
  const payments = answer && answer.ok ? (await answer.json()).payments : [];
  payments.forEach(show);
  if (payments.length > 0 && payments.every(({ final }) => final)) return;
  pollsLeft -= 1;
  if (pollsLeft > 0) setTimeout(poll, 2000);
};
poll();
`;
