/** Two banks in one process: a sandbox as the bank, and a facade that calls it over HTTP. */
import type { FastifyReply } from 'fastify';
import type { AppParts } from '../../src/app.ts';
import type { UpstreamClient } from '../../src/bank/upstream/client.ts';
import type { AlarmKind } from '../../src/bank/upstream/refusals.ts';
import type { HttpAnswer } from '../../src/http/message.ts';
import { type Bank, certificateFor, facadeId, startBank, type Tpp, upstreamSecret } from '../support/bank.ts';
import { upstreamTo } from '../support/facade.ts';
import { listenOn } from '../support/listen.ts';
import { freePort } from '../support/ports.ts';

export interface TwoBanks {
  readonly bank: Bank;
  readonly facade: Bank;
  readonly upstream: UpstreamClient;
  readonly alarms: AlarmKind[];
  readonly arrived: string[];
  /** Gets each response of the bank; it may wait, throw for a 500, or replace it. */
  intercept: ((line: string, answer: HttpAnswer) => Promise<HttpAnswer | undefined>) | null;
  readonly bankUrl: string;
  /** The address of the facade when `open`. */
  readonly url: string | null;
  stop(): Promise<void>;
}

/** `open`: both have ports, and their links use them, for programs and browsers. */
export async function startTwoBanks(
  open = false,
  parts: Partial<AppParts> = {},
  notice?: (name: string) => void,
): Promise<TwoBanks> {
  const arrived: string[] = [];
  const two: { intercept: TwoBanks['intercept'] } = { intercept: null };
  const [bankPort, facadePort] = await Promise.all([freePort(), freePort()]);
  const bankUrl = `http://127.0.0.1:${bankPort}`;
  const bank = await startBank(open ? { publicUrl: bankUrl } : {});
  bank.app.addHook('onSend', async ({ method, originalUrl }, reply, payload) => {
    const line = `${method} ${originalUrl}`;
    arrived.push(line);
    const answer = { status: reply.statusCode, headers: headersOf(reply), body: payload as Uint8Array };
    try {
      const other = await two.intercept?.(line, answer);
      if (other === undefined) return payload;
      reply.code(other.status).headers(other.headers);
      return Buffer.from((other.body as Uint8Array | null) ?? []);
    } catch {
      reply.code(500).header('connection', 'close');
      return Buffer.from('{}');
    }
  });
  await listenOn(bank.app, bankPort);
  const alarms: AlarmKind[] = [];
  const alarm = (kind: AlarmKind) => void alarms.push(kind);
  const upstream = upstreamTo(bankUrl, certificateFor(facadeId), Date.now, alarm, undefined, notice);
  const behind = { upstream: { client: upstream, secret: () => upstreamSecret } };
  const facade = await startBank({
    ...parts,
    ...behind,
    ...(open ? { publicUrl: `http://127.0.0.1:${facadePort}` } : {}),
  });
  const listening = open ? await listenOn(facade.app, facadePort) : null;
  return Object.assign(two, {
    bank,
    facade,
    upstream,
    alarms,
    arrived,
    bankUrl,
    url: listening?.url ?? null,
    async stop() {
      await listening?.stop();
      await upstream.close();
      await bank.app.stop(1_000);
      await Promise.all([bank.stop(), facade.stop()]);
    },
  });
}

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));

export const statusAt = async (tpp: Tpp, self: string): Promise<string> =>
  (await tpp.rest('GET', `${self}/status`)).json.transactionStatus;
