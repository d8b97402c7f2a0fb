/** Two banks in one process, one before the other: a sandbox as the bank, and a facade that asks it over HTTP. */
import { randomUUID } from 'node:crypto';
import { createUpstream, type Upstream } from '../../src/bank/upstream/client.ts';
import type { AlarmKind } from '../../src/bank/upstream/refusals.ts';
import type { Handler, HttpAnswer } from '../../src/http/messages/message.ts';
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
  readonly bankUrl: string;
  /** Where the facade listens, of two that are open. */
  readonly url: string | null;
  stop(): Promise<void>;
}

/** A port that hands over what arrives to whoever is put there: links need its address before there is an app. */
async function portFor() {
  const behind: { handle: Handler } = { handle: () => Promise.reject(new Error('not started')) };
  const { port, stop } = await listen((arrival) => behind.handle(arrival), { host: '127.0.0.1', port: 0 });
  return { behind, url: `http://127.0.0.1:${port}`, stop };
}

/** `open`: both have ports, and their links lead there, so that programs and browsers can follow them. */
export async function startTwoBanks(open = false): Promise<TwoBanks> {
  const arrived: string[] = [];
  const two: { intercept: TwoBanks['intercept'] } = { intercept: null };
  const [bankPort, facadePort] = await Promise.all([portFor(), open ? portFor() : null]);
  const bank = await startBank(open ? { publicUrl: bankPort.url } : {});
  bankPort.behind.handle = async (arrival) => {
    const line = `${arrival.method} ${arrival.target}`;
    arrived.push(line);
    const answer = await bank.app.handle(arrival);
    return (await two.intercept?.(line, answer)) ?? answer;
  };
  const alarms: AlarmKind[] = [];
  const upstream = createUpstream(
    {
      url: bankPort.url,
      identity: certificateFor(facadeId),
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
  const behind = { upstream: { client: upstream, secret: 'of the tests' } };
  const facade = await startBank({ ...behind, ...(facadePort ? { publicUrl: facadePort.url } : {}) });
  if (facadePort) facadePort.behind.handle = facade.app.handle;
  return Object.assign(two, {
    bank,
    facade,
    upstream,
    alarms,
    arrived,
    bankUrl: bankPort.url,
    url: facadePort?.url ?? null,
    async stop() {
      await facadePort?.stop(1_000, facade.app.drain());
      await upstream.close();
      await bankPort.stop(1_000, bank.app.drain());
      await Promise.all([bank.stop(), facade.stop()]);
    },
  });
}

/** A PSU who follows a link of the facade to the bank, approves or rejects there, and comes back. */
export class Traveller {
  readonly #two: Pick<TwoBanks, 'facade' | 'bank'>;
  readonly #link: string;
  /** Cookies of the facade, by their names. */
  readonly cookies = new Map<string, string>();

  constructor(two: Pick<TwoBanks, 'facade' | 'bank'>, scaRedirect: string) {
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
