/** Two banks in one process: a sandbox as the bank, and a facade that calls it over HTTP. */
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { AppParts } from '../../src/app.ts';
import type { UpstreamClient } from '../../src/bank/upstream/client.ts';
import type { AlarmKind } from '../../src/bank/upstream/refusals.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import type { HttpAnswer } from '../../src/http/message.ts';
import { type Bank, certificateFor, facadeId, startBank, type Tpp, upstreamSecret } from '../support/bank.ts';
import { upstreamTo } from '../support/facade.ts';
import { listenOn } from '../support/listen.ts';
import { freePort } from '../support/ports.ts';

export interface TwoBanks {
  readonly bank: Bank;
  readonly facade: Bank;
  /** A TPP of the facade. */
  readonly tpp: Tpp;
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

type Interception = Pick<TwoBanks, 'intercept'>;
type How = readonly [open?: boolean, parts?: Partial<AppParts>, notice?: (name: string) => void];

/** `open`: both have ports, and their links use them, for programs and browsers. */
export const startTwoBanks = (...how: How): Promise<TwoBanks> => startAs({ intercept: null }, ...how);

/** Two banks for all tests of a file or a `describe`. Each test begins without an interception. */
export function shareTwoBanks(...how: How): TwoBanks {
  const two = { intercept: null } as TwoBanks;
  beforeAll(async () => {
    await startAs(two, ...how);
  });
  afterEach(() => {
    two.intercept = null;
  });
  afterAll(() => two.stop?.());
  return two;
}

async function startAs(two: Interception, ...[open = false, parts = {}, notice]: How): Promise<TwoBanks> {
  const arrived: string[] = [];
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
    tpp: facade.tpp(),
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

/** The body of a new payment: no two are duplicates. */
export const newBody = () => ({ ...domestic.example, remittanceInformationUnstructured: randomUUID() });

/** The id of the payment at the bank. */
export async function referenceOf({ facade }: Pick<TwoBanks, 'facade'>, paymentId: string): Promise<string> {
  const [row] = await facade.sql`
    select reference from remote_resources where kind = 'PAYMENT' and id = ${paymentId}`;
  return row?.reference;
}

/** An answer of the bank; a text is a page of a gateway. */
export const answerOf = (status: number, body?: object | string): HttpAnswer => ({
  status,
  headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' },
  body: body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

/** The bank acts, but its responses to the lines that begin so are lost. */
export const loseAnswers =
  (start = ''): TwoBanks['intercept'] =>
  async (line) => {
    if (line.startsWith(start)) throw new Error('cut after the bank has acted');
    return undefined;
  };

export const statusAt = async (tpp: Tpp, self: string): Promise<string> =>
  (await tpp.rest('GET', `${self}/status`)).json.transactionStatus;
