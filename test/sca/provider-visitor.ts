/**
 * A PSU without a browser who goes from the SCA page to an identity provider and back, with cookies as in a browser.
 */
import type { Bank } from '../support/bank.ts';
import { type Page, privateCustomer } from './visitor.ts';

const origin = 'http://localhost:4000';

export class ProviderVisitor {
  #bank: Bank;
  readonly path: string;
  readonly #cookies = new Map<string, { value: string; path: string; host: string }>();
  formToken = '';

  constructor(bank: Bank, scaRedirect: string) {
    this.#bank = bank;
    this.path = new URL(scaRedirect).pathname;
  }

  use(bank: Bank): void {
    this.#bank = bank;
  }

  open(): Promise<Page> {
    return this.#bankPage('GET', this.path);
  }

  post(step: string, fields: Readonly<Record<string, string>> = {}): Promise<Page> {
    const body = new URLSearchParams({ formToken: this.formToken, ...fields }).toString();
    return this.#bankPage('POST', `${this.path}/${step}`, body);
  }

  async leave(): Promise<string> {
    await this.open();
    const left = await this.post('leave');
    if (left.location === null) throw new Error(`the page leads nowhere: ${left.status} ${left.text}`);
    return left.location;
  }

  async decideThere(
    address: string,
    decision: 'approve' | 'reject' = 'approve',
    customerNumber = privateCustomer,
  ): Promise<string> {
    let at = await this.#providerPage('GET', address);
    for (let hops = 0; hops < 8; hops += 1) {
      if (at.location?.startsWith(origin)) return at.location;
      if (at.location !== null) at = await this.#providerPage('GET', new URL(at.location, address).href);
      else {
        const action = /action="([^"]+)"/.exec(at.text)?.[1];
        if (action === undefined) throw new Error(`the provider shows no form: ${at.status} ${at.text}`);
        const fields = new URLSearchParams({ decision, customerNumber });
        at = await this.#providerPage('POST', new URL(action, address).href, fields.toString());
      }
    }
    throw new Error('the provider leads in circles');
  }

  receiveReturn(address: string): Promise<Page> {
    const { pathname, search } = new URL(address);
    return this.#bankPage('GET', pathname + search);
  }

  async travel(decision: 'approve' | 'reject' = 'approve', customerNumber = privateCustomer): Promise<Page> {
    return this.receiveReturn(await this.decideThere(await this.leave(), decision, customerNumber));
  }

  async #bankPage(method: string, path: string, body: string | null = null): Promise<Page> {
    const response = await this.#bank.fetch(path, {
      method,
      body,
      redirect: 'manual',
      headers: this.#headers(origin, path, body),
    });
    return this.#read(response, origin);
  }

  async #providerPage(method: string, address: string, body: string | null = null): Promise<Page> {
    const { origin: host, pathname } = new URL(address);
    const headers = this.#headers(host, pathname, body);
    return this.#read(await fetch(address, { method, body, redirect: 'manual', headers }), host);
  }

  #headers(host: string, path: string, body: string | null): Record<string, string> {
    const sent = [...this.#cookies.values()].filter((one) => one.host === host && path.startsWith(one.path));
    const cookie = sent.map(({ value }) => value).join('; ');
    return {
      ...(cookie === '' ? {} : { cookie }),
      ...(body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    };
  }

  async #read(response: Response, host: string): Promise<Page> {
    for (const one of response.headers.getSetCookie()) {
      const path = /; ?path=([^;]+)/i.exec(one)?.[1] ?? '/';
      const value = one.split(';')[0] ?? '';
      this.#cookies.set(`${host} ${path} ${value.split('=')[0]}`, { value, path, host });
    }
    const text = await response.text();
    const token = /name="formToken" value="([^"]+)"/.exec(text)?.[1];
    if (token !== undefined) this.formToken = token;
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
    };
  }
}
