/** A PSU who follows a link through the pages of a facade and of its bank, and reloads a page that fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOn } from '../../sca/visitor.ts';

export interface Visited {
  /** The decision that the bank has confirmed by its redirect; null: none. */
  readonly decided: 'APPROVED' | 'REJECTED' | null;
  /** The final address at the TPP; null: the way ended on an earlier page. */
  readonly end: URL | null;
}

interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

const pauseMs = 200;
/** As long as a TPP retries: with four processes killed in turns, most page loads fail. */
const patienceMs = 240_000;
/** The number of last steps in an error. */
const lastSteps = 30;
const customerNumber = '13039319955';

export async function visit(link: string, act: 'approve' | 'reject'): Promise<Visited> {
  const cookies = new Map<string, string>();
  const until = performance.now() + patienceMs;
  let decided: Visited['decided'] = null;
  let url = new URL(link);
  const trail: string[] = [];

  /** null: no response, or one that asks for a retry. */
  async function once(address: URL, fields?: Readonly<Record<string, string>>): Promise<Page | null> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    try {
      const response = await fetch(address, {
        redirect: 'manual',
        headers: cookie === '' ? {} : { cookie },
        ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=;]+)=([^;]*)/.exec(set) ?? [];
        if (name && value !== undefined) cookies.set(name, value);
      }
      const { status } = response;
      trail.push(`${fields ? 'POST' : 'GET'} ${address.host}${address.pathname} ${status}`);
      const text = await response.text();
      if (status === 500) throw new Error(`a page failed: ${address.pathname} ${text}`);
      if (response.headers.has('retry-after') || status >= 502) return null;
      return { status, text, location: response.headers.get('location') };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      trail.push(`${fields ? 'POST' : 'GET'} ${address.host}${address.pathname} cut`);
      return null;
    }
  }

  async function open(): Promise<Page> {
    for (;;) {
      const page = await once(url);
      if (page !== null) return page;
      if (performance.now() > until) throw new Error(`the page ${url.pathname} never came`);
      await sleep(pauseMs);
    }
  }

  while (performance.now() < until) {
    let page: Page | null = await open();
    const form = page.location === null ? formOn(page.text, act) : null;
    if (form !== null) page = await once(new URL(form.action, url), form.fields);
    else if (page.location === null) return { decided, end: null };
    if (page?.location == null) continue;
    url = new URL(page.location, url);
    if (url.hostname === 'tpp.example') return { decided, end: url };
    if (url.pathname === '/sca/return') decided = url.searchParams.has('message') ? 'REJECTED' : 'APPROVED';
  }
  throw new Error(`the PSU came to no end: ${trail.slice(-lastSteps).join(', ')}`);
}

/** The form that identifies, or that decides by the code of the sandbox; null: neither. */
function formOn(text: string, act: 'approve' | 'reject') {
  const action = /<form[^<>]{0,400}?action="([^"<>]{1,400})"/.exec(text)?.[1];
  const formToken = /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
  if (action === undefined) return null;
  if (!text.includes('id="sandbox-code"')) return { action, fields: { formToken, customerNumber } };
  const code = codeOn({ text, status: 200, headers: new Headers(), location: null });
  return { action, fields: { formToken, decision: act, ...(act === 'approve' ? { code } : {}) } };
}
