/** Two banks in one process, one before the other: a sandbox as the bank, and a facade that asks it over HTTP. */
import { randomUUID } from 'node:crypto';
import { createUpstream, type Upstream } from '../../src/bank/upstream/client.ts';
import type { AlarmKind } from '../../src/bank/upstream/refusals.ts';
import type { HttpAnswer } from '../../src/http/messages/message.ts';
import { listen } from '../../src/http/server/server.ts';
import { codeOn, type Page, privateCustomer, Visitor } from '../sca/visitor.ts';
import { type Bank, certificateFor, startBank, type Tpp } from '../support/bank.ts';

/** The facade as the bank knows it. */
const facadeId = 'PSDNO-FSA-FACADE';

export interface TwoBanks {
  /** The bank behind. */
  readonly bank: Bank;
  readonly facade: Bank;
  readonly upstream: Upstream;
  readonly alarms: AlarmKind[];
  /** Requests that have reached the bank, as `POST /v1/…`. */
  readonly arrived: string[];
  /** Is given each answer of the bank; it may wait, throw to cut the connection, or answer something else. */
  intercept: ((line: string, answer: HttpAnswer) => Promise<HttpAnswer | undefined>) | null;
  stop(): Promise<void>;
}

export async function startTwoBanks(): Promise<TwoBanks> {
  const bank = await startBank();
  const arrived: string[] = [];
  const two: { intercept: TwoBanks['intercept'] } = { intercept: null };
  const { port, stop } = await listen(
    async (arrival) => {
      const line = `${arrival.method} ${arrival.target}`;
      arrived.push(line);
      const answer = await bank.app.handle(arrival);
      return (await two.intercept?.(line, answer)) ?? answer;
    },
    { host: '127.0.0.1', port: 0 },
  );
  const identity = certificateFor(facadeId);
  const alarms: AlarmKind[] = [];
  const upstream = createUpstream(
    {
      url: `http://127.0.0.1:${port}`,
      identity,
      authorities: null,
      timeoutMs: 5_000,
      certificateEndsAt: Date.now() + 86_400_000,
    },
    {
      now: Date.now,
      newId: randomUUID,
      random: Math.random,
      notice: () => undefined,
      alarm: (kind) => void alarms.push(kind),
    },
  );
  const facade = await startBank({ upstream: { client: upstream, secret: 'of the tests' } });
  return Object.assign(two, {
    bank,
    facade,
    upstream,
    alarms,
    arrived,
    async stop() {
      await upstream.close();
      await stop(1_000, bank.app.drain());
      await Promise.all([bank.stop(), facade.stop()]);
    },
  });
}

/** A PSU who follows a link of the facade to the bank, approves or rejects there, and comes back. */
export class Traveller {
  readonly #two: TwoBanks;
  readonly #link: string;
  /** Cookies of the facade, by their names. */
  readonly cookies = new Map<string, string>();

  constructor(two: TwoBanks, scaRedirect: string) {
    this.#two = two;
    this.#link = new URL(scaRedirect).pathname;
  }

  /** Opens the link; where it leads to. */
  async leave(): Promise<Page> {
    return this.#ask(this.#link);
  }

  /** Comes back by the address that the bank sends to. */
  async come(address: string): Promise<Page> {
    const { pathname, search } = new URL(address);
    return this.#ask(pathname + search);
  }

  /** The whole way; answers where the PSU is at the end. */
  async travel(act: 'approve' | 'reject', customer = privateCustomer): Promise<Page> {
    return this.come(await this.decideThere(act, customer));
  }

  /** Leaves, and approves at the bank; where the bank sends them to. */
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

  async #ask(path: string): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#two.facade.fetch(path, {
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
}

export const statusAt = async (tpp: Tpp, self: string): Promise<string> =>
  (await tpp.rest('GET', `${self}/status`)).json.transactionStatus;
