import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallName, callOf, type Side } from './calls.ts';
import type { Chance } from './chance.ts';

export const moments = ['before', 'during', 'acted', 'after'] as const;
/** Before the call is passed on; while it is answered; when only the proxy has the response; when it has been sent. */
export type Moment = (typeof moments)[number];

export interface Exchange {
  readonly side: Side;
  readonly replica: number | null;
  readonly headers: IncomingMessage['headers'];
}

interface Armed {
  readonly call: CallName;
  readonly moment: Moment;
  strike(exchange: Exchange): Promise<void>;
}

export interface Way {
  readonly side: Side;
  readonly replica: number | null;
  readonly to: string;
}

export interface FaultyProxy {
  open(way: () => Way): Promise<string>;
  /** Calls `strike` at this moment of the next such call; resolves afterwards. */
  arm(armed: Armed): Promise<void>;
  wanted(): readonly CallName[];
  calm(): void;
  readonly troubles: Map<Trouble, number>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: string[];
  readonly body: Buffer;
}

const troubleTable = {
  slow: 0.03,
  late: 0.002,
  'cut before': 0.02,
  'cut after': 0.03,
  half: 0.02,
  twice: 0.04,
  'twice at once': 0.03,
} as const;
type Trouble = keyof typeof troubleTable;

/** A few milliseconds, within which a response is made and applied. */
const shortMs = [0, 20] as const;
const slowMs = [50, 600] as const;
/** Longer than UPSTREAM_TIMEOUT and CORE_TIMEOUT. */
const lateMs = 2_500;

/** `altered`: the response that a caller gets instead while there is trouble. */
export function openProxy(
  chance: Chance,
  seen: (exchange: Exchange) => void,
  altered: (call: CallName | null, answer: Answer) => Answer = (_, answer) => answer,
): FaultyProxy {
  const agent = new Agent({ keepAlive: true });
  const servers: Server[] = [];
  const armed: (Armed & { done(): void })[] = [];
  const troubles = new Map<Trouble, number>();
  let calm = false;

  function take(call: CallName | null) {
    const index = armed.findIndex((one) => one.call === call);
    return index < 0 ? null : (armed.splice(index, 1)[0] ?? null);
  }

  function chooseTrouble(): Trouble | null {
    let drawn = chance.next();
    for (const [name, probability] of Object.entries(troubleTable)) {
      drawn -= probability;
      if (drawn >= 0) continue;
      troubles.set(name as Trouble, (troubles.get(name as Trouble) ?? 0) + 1);
      return name as Trouble;
    }
    return null;
  }

  async function handle(way: Way, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const body = Buffer.concat(parts);
    const call = callOf(way.side, method, url);
    const exchange: Exchange = { side: way.side, replica: way.replica, headers };
    seen(exchange);
    const kill = take(call);
    const strike = async () => {
      await kill?.strike(exchange);
      kill?.done();
    };
    const strikeSoon = () => sleep(chance.whole(...shortMs)).then(strike);
    const trouble =
      kill === null && (way.side === 'upstream' || way.side === 'core') && !calm ? chooseTrouble() : null;
    const forward = () => ask(agent, way.to, { method, url, headers: incoming.rawHeaders, body });

    if (kill?.moment === 'before') await strike();
    if (trouble === 'cut before') return cut(outgoing);
    if (trouble === 'slow') await sleep(chance.whole(...slowMs));
    const striking = kill?.moment === 'during' ? strikeSoon() : null;
    const first = forward();
    const second = trouble === 'twice at once' ? forward() : trouble === 'twice' ? first.then(forward) : null;
    const answer = (await second) ?? (await first);
    await striking;
    if (trouble === 'late') await sleep(lateMs);
    if (kill?.moment === 'acted') await strike();
    const part = kill?.moment === 'acted' ? chance.pick(['all', 'half', 'none'] as const) : partFor(trouble);
    if (answer === null || part === 'none' || (part === 'half' && answer.body.length < 2)) cut(outgoing);
    else reply(outgoing, calm ? answer : altered(call, answer), part);
    if (kill?.moment === 'after') await strikeSoon();
  }

  return {
    troubles,
    async open(way) {
      const server = createServer((incoming, outgoing) => {
        handle(way(), incoming, outgoing).catch(() => cut(outgoing));
      });
      server.keepAliveTimeout = 60_000;
      servers.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    arm: (one) => new Promise((done) => armed.push({ ...one, done })),
    wanted: () => armed.map(({ call }) => call),
    calm() {
      calm = true;
    },
    async stop() {
      agent.destroy();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

const partFor = (trouble: Trouble | null) =>
  trouble === 'cut after' ? 'none' : trouble === 'half' ? 'half' : 'all';

function cut(outgoing: ServerResponse): void {
  outgoing.socket?.destroy();
}

function reply(outgoing: ServerResponse, { status, headers, body }: Answer, part: 'all' | 'half'): void {
  outgoing.writeHead(status, headers);
  if (part === 'all') return void outgoing.end(body);
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.socket?.destroy());
}

function ask(
  agent: Agent,
  base: string,
  sent: { method: string; url: string; headers: readonly string[]; body: Buffer },
): Promise<Answer | null> {
  const { method, url, headers, body } = sent;
  return new Promise((resolve) => {
    const none = () => resolve(null);
    const outgoing = request(`${base}${url}`, { method, headers, agent }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part) => parts.push(part));
      incoming.on('error', none).on('end', () => {
        if (!incoming.complete) return none();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.rawHeaders,
          body: Buffer.concat(parts),
        });
      });
    });
    outgoing.on('error', none);
    outgoing.end(body);
  });
}
