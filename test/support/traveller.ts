/** A PSU who goes from a facade to its bank, and back. */
import { codeOn, type Page, privateCustomer, Visitor } from '../sca/visitor.ts';
import type { Bank } from './bank.ts';

interface Two {
  readonly facade: Bank;
  readonly bank: Bank;
}

/** A PSU who follows a link of the facade to the bank, approves or rejects there, and comes back. */
export class Traveller {
  readonly #two: Two;
  readonly link: string;
  readonly cookies = new Map<string, string>();

  constructor(two: Two, scaRedirect: string) {
    this.#two = two;
    this.link = scaRedirect;
  }

  async leave(): Promise<Page> {
    return this.come(this.link);
  }

  async come(address: string): Promise<Page> {
    const { pathname, search } = new URL(address);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#two.facade.fetch(pathname + search, {
      redirect: 'manual',
      headers: cookie === '' ? {} : { cookie },
    });
    for (const one of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (one.split(';')[0] ?? '').split('=');
      this.cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location'),
    };
  }

  async travel(act: 'approve' | 'reject', customer = privateCustomer): Promise<Page> {
    return this.come(await this.decideThere(act, customer));
  }

  approveThere(customer = privateCustomer): Promise<string> {
    return this.decideThere('approve', customer);
  }

  async decideThere(act: 'approve' | 'reject', customer: string): Promise<string> {
    const left = await this.leave();
    if (left.location === null) throw new Error(`the facade leads nowhere: ${left.status} ${left.text}`);
    const there = new Visitor(this.#two.bank, left.location);
    await there.open();
    const identified = await there.identify(customer);
    const page = identified.status === 303 ? await there.open() : identified;
    const done = act === 'approve' ? await there.approve(codeOn(page)) : await there.reject();
    if (done.location === null) throw new Error(`the bank leads nowhere: ${done.status} ${done.text}`);
    return done.location;
  }
}
