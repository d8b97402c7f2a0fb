/** Two banks in one process, one before the other: a sandbox as the bank, and a facade that asks it over HTTP. */
import type { Upstream } from '../../src/bank/upstream/client.ts';
import type { AlarmKind } from '../../src/bank/upstream/refusals.ts';
import type { HttpAnswer } from '../../src/http/messages/message.ts';
import { type Bank, certificateFor, facadeId, startBank, type Tpp } from '../support/bank.ts';
import { portFor, upstreamTo } from '../support/facade.ts';

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
  const upstream = upstreamTo(
    bankPort.url,
    certificateFor(facadeId),
    Date.now,
    (kind) => void alarms.push(kind),
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

export const statusAt = async (tpp: Tpp, self: string): Promise<string> =>
  (await tpp.rest('GET', `${self}/status`)).json.transactionStatus;
