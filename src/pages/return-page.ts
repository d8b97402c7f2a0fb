/**
 * GET /sandbox/return replaces a TPP's own page. Only the browser that ended the authorisation sees the statuses of its
 * payments. Start at `createReturnPage`.
 */

import { cookieOf } from '../browser/console-session.ts';
import { type Html, html } from '../browser/html.ts';
import type { Toolkit } from '../browser/toolkit.ts';
import type { HeaderMap } from '../domain/headers.ts';
import { isFinal, statusMeanings } from '../domain/payments/status.ts';
import { boundedText } from '../domain/values/text.ts';
import { type Door, type HttpRequest, textAnswer } from '../http/message.ts';
import type { ReturnPageData } from '../operations/sca/return-page.ts';
import { sandboxPage, sandboxPageHeaders } from './frame.ts';

export const returnPath = '/sandbox/return';
const cookieName = 'returned';
const cookieSeconds = 3_600;
const shownAtMost = 20;
const lengthAtMost = 200;

export interface ReturnPageParts {
  readonly publicUrl: string;
  readonly toolkit: Toolkit;
  /** null unless this browser ended the authorisation. */
  readonly read: (linkToken: string, secret: string) => Promise<ReturnPageData | null>;
  readonly onError: (error: unknown) => void;
}

/** null when the PSU is sent to another page. */
export function returnCookie(
  publicUrl: string,
  address: string,
  linkToken: string,
  secret: string,
): string | null {
  const page = new URL(`${publicUrl}${returnPath}`);
  const target = new URL(address);
  if (target.origin !== page.origin || target.pathname !== page.pathname) return null;
  const secure = page.protocol === 'https:' ? '; Secure' : '';
  return `${cookieName}=${linkToken}.${secret}; Path=${page.pathname}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function createReturnPage({ publicUrl, toolkit, read, onError }: ReturnPageParts): Door {
  /** null when the authorisation led to another address. */
  async function findVisit(request: HttpRequest): Promise<ReturnPageData | null> {
    const [, linkToken, secret] = cookieOf(request.headers, cookieName, cookiePattern) ?? [];
    if (linkToken === undefined || secret === undefined) return null;
    try {
      const lastVisit = await read(linkToken, secret);
      return lastVisit !== null && sameQuery(lastVisit.address, request) ? lastVisit : null;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  return async (request) => {
    const lastVisit = await findVisit(request);
    const headers = { ...sandboxPageHeaders(script), 'cache-control': 'no-store', vary: 'accept' };
    if (asksForJson(request.headers)) {
      const text = JSON.stringify({ payments: (lastVisit?.payments ?? []).map(shownPayment) });
      return textAnswer(200, text, { ...headers, 'content-type': 'application/json' });
    }
    const { title, body } = pageOf(request.query, lastVisit, { publicUrl, toolkit });
    const live = lastVisit !== null && lastVisit.payments.length > 0;
    const text = sandboxPage({ title, body, ...(live ? { script } : {}) });
    return textAnswer(200, text, { ...headers, 'content-type': 'text/html; charset=utf-8' });
  };
}

const cookiePattern = /^([\w-]{20,3000})\.([\w-]{16,64})$/;
const asksForJson = (headers: HeaderMap): boolean => headers.get('accept') === 'application/json';
const sameQuery = (address: string, { query }: HttpRequest): boolean =>
  new URL(address).searchParams.toString() === query.toString();

const shownPayment = ({ paymentId, status }: ReturnPageData['payments'][number]) => ({
  paymentId,
  status,
  meaning: statusMeanings[status],
  final: isFinal(status),
});

function pageOf(
  query: URLSearchParams,
  lastVisit: ReturnPageData | null,
  { publicUrl, toolkit }: Pick<ReturnPageParts, 'publicUrl' | 'toolkit'>,
) {
  const { title, mood, text } = outcomeOf(query, lastVisit);
  const parameters = [...query];
  return {
    title,
    body: html`<p class="${mood}">${text}</p>
<h2>Parameters</h2>
${parameters.length === 0 ? html`<p class="soft">No parameters.</p>` : html`<dl>${parameters.slice(0, shownAtMost).map(parameter)}</dl>`}
${parameters.length > shownAtMost && html`<p class="soft">And ${parameters.length - shownAtMost} more.</p>`}
${lastVisit !== null && payments(lastVisit, toolkit)}
<p class="soft">The sandbox shows this page instead of a page of the TPP. To send the PSU to your own page, put its
address into <code>TPP-Redirect-URI</code>. <a href="${publicUrl}/">Where to go next</a></p>`,
  };
}

function outcomeOf(query: URLSearchParams, lastVisit: ReturnPageData | null) {
  if (query.has('message'))
    return {
      title: 'Not approved',
      mood: 'bad',
      text: 'The PSU rejected the request, or the request failed. The parameter “message” says which.',
    };
  if (!query.has('psu-id') && !query.has('tpp-session-id'))
    return { title: 'No result', mood: 'soft', text: 'The bank did not send a PSU to this page.' };
  return lastVisit?.kind === 'LOGIN'
    ? {
        title: 'Logged in',
        mood: 'good',
        text: 'The PSU has logged in. Send the same request again: the bank now accepts it.',
      }
    : { title: 'Approved', mood: 'good', text: 'The PSU has logged in and approved.' };
}

const parameter = ([name, value]: readonly [string, string]): Html =>
  html`<div><dt>${cut(name)}</dt><dd>${cut(value)}</dd></div>`;

const cut = (text: string): string => boundedText(text, lengthAtMost);

function payments({ tppId, basketId, payments: list }: ReturnPageData, toolkit: Toolkit): Html | null {
  if (list.length === 0) return null;
  return html`<h2>${basketId === null ? 'The payment' : `The signing basket ${basketId}`}</h2>
<dl>${list
    .map(shownPayment)
    .map(
      ({ paymentId, status, meaning }) =>
        html`<div data-payment="${paymentId}"><dt>${paymentId}</dt><dd aria-live="polite"><span class="status">${status}</span> <span class="meaning">${meaning}</span></dd></div>`,
    )}</dl>
<p class="soft">This page updates automatically. To read the status as a TPP, run:</p>
<pre>${toolkit.line(['status', list[0]?.paymentId ?? ''], tppId)}</pre>
<button type="button" id="copy">Copy</button> <span class="soft" role="status" id="copied"></span>`;
}

/** Polls every two seconds until all statuses are final, for at most ten minutes. */
const script = html`
const show = ({ paymentId, status, meaning }) => {
  const row = document.querySelector('[data-payment="' + paymentId + '"]');
  if (row && row.querySelector('.status').textContent !== status) {
    row.querySelector('.status').textContent = status;
    row.querySelector('.meaning').textContent = meaning;
  }
};
document.getElementById('copy').addEventListener('click', async () => {
  const copying = navigator.clipboard?.writeText(document.querySelector('pre').textContent) ?? Promise.reject();
  document.getElementById('copied').textContent = await copying.then(() => 'Copied', () => 'Select the line to copy it.');
});
let left = 300;
const look = async () => {
  const answer = await fetch(location.href, { headers: { accept: 'application/json' } }).catch(() => null);
  const payments = answer && answer.ok ? (await answer.json()).payments : [];
  payments.forEach(show);
  if (payments.length > 0 && payments.every(({ final }) => final)) return;
  left -= 1;
  if (left > 0) setTimeout(look, 2000);
};
look();
`;
