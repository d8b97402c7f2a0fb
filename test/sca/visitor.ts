/** A PSU without a browser: keeps the cookie, reads and posts forms, follows no redirect by itself. */
import type { Bank } from '../support/bank.ts';

export const privateCustomer = '13039319955';
export const otherPrivateCustomer = '12085592767';
export const corporateCustomer = '18129215603';

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string | null;
}

export class Visitor {
  readonly #bank: Pick<Bank, 'fetch'>;
  readonly path: string;
  cookie: string | null = null;
  formToken = '';
  #agreementId: string | undefined;
  #language: string | undefined;

  constructor(bank: Pick<Bank, 'fetch'>, scaRedirect: string) {
    this.#bank = bank;
    this.path = new URL(scaRedirect).pathname;
  }

  open(query = ''): Promise<Page> {
    return this.send('GET', query);
  }

  /** A form leads to a page of this link. */
  async follow(sent: Promise<Page>): Promise<Page> {
    return this.open((await sent).location?.slice(this.path.length));
  }

  identify(customerNumber: string, more: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.post('identify', { customerNumber, ...more });
  }

  approve(code: string): Promise<Page> {
    const agreement = this.#agreementId ? { agreementId: this.#agreementId } : {};
    return this.post('decision', { decision: 'approve', code, ...agreement });
  }

  reject(): Promise<Page> {
    return this.post('decision', { decision: 'reject' });
  }

  async logIn(customerNumber = privateCustomer): Promise<{ page: Page; code: string }> {
    await this.open();
    await this.identify(customerNumber);
    const page = await this.open();
    return { page, code: codeOn(page) };
  }

  post(
    step: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    const kept = { formToken: this.formToken, ...(this.#language ? { lang: this.#language } : {}) };
    const body = new URLSearchParams({ ...kept, ...fields }).toString();
    return this.raw(step, body, headers);
  }

  raw(step: string, body: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.send(
      'POST',
      `/${step}`,
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    );
  }

  async send(
    method: string,
    rest = '',
    headers: Readonly<Record<string, string>> = {},
    body: BodyInit | null = null,
  ): Promise<Page> {
    const response = await this.#bank.fetch(this.path + rest, {
      method,
      body,
      redirect: 'manual',
      headers: { ...(this.cookie === null ? {} : { cookie: this.cookie }), ...headers },
    });
    const text = await response.text();
    const set = response.headers.get('set-cookie');
    if (set !== null) this.cookie = set.split(';')[0] ?? null;
    const token = /name="formToken" value="([^"]+)"/.exec(text)?.[1];
    if (token !== undefined) {
      this.formToken = token;
      this.#agreementId = /type="hidden" name="agreementId" value="([^"]+)"/.exec(text)?.[1];
      this.#language = /name="lang" value="(\w+)"/.exec(text)?.[1];
    }
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
    };
  }
}

export function codeOn(page: Page): string {
  return /id="sandbox-code">(\d{6})</.exec(page.text)?.[1] ?? '';
}

export const wrongCode = (code: string): string => (code === '000000' ? '111111' : '000000');
