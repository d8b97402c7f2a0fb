/** Turns a request of node:http into an Arrival, and finds requests that HTTP does not allow. */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { type HeaderMap, headerTable } from '../../domain/headers.ts';
import type { Arrival, Body } from '../messages/message.ts';
import type { Exchange } from './connections.ts';

/** Names as the specification spells them, which is how most are read. */
const inLowerCase: ReadonlyMap<string, string> = new Map(
  headerTable.map(({ name }) => [name, name.toLowerCase()]),
);

/** All headers as they were sent: Node's own table drops repeated ones. */
export class RawHeaders implements HeaderMap {
  readonly #values = new Map<string, string>();
  /** How often `Host` was sent. */
  readonly hosts: number;

  constructor(raw: readonly string[]) {
    let hosts = 0;
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = (raw[index] as string).toLowerCase();
      const value = raw[index + 1] as string;
      const before = this.#values.get(name);
      this.#values.set(
        name,
        before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`,
      );
      if (name === 'host') hosts += 1;
    }
    this.hosts = hosts;
  }

  get(name: string): string | null {
    return this.#values.get(name) ?? this.#values.get(inLowerCase.get(name) ?? name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}

/** Paths that simple load balancers request in HTTP/1.0 without a Host, or with an empty one. */
const probes = new Set(['/livez', '/readyz']);

/** Why HTTP does not allow the request, or null. */
export function rawFault(incoming: IncomingMessage, headers: RawHeaders): string | null {
  const target = incoming.url ?? '';
  if (headers.hosts > 1) return 'the request names two hosts';
  const host = headers.get('host');
  const named = host !== null && host !== '';
  if (!named && !(incoming.httpVersion === '1.0' && probes.has(target))) return 'the request names no host';
  if (named && !isHost(host)) return 'Host is not a host with a port, as RFC 3986 writes them';
  if (target.includes('#')) return 'a target has no fragment';
  if (target.startsWith('/') || (target === '*' && incoming.method === 'OPTIONS')) return null;
  const authority = /^https?:\/\/([^/?]*)/i.exec(target)?.[1];
  if (authority === undefined) return 'the target is neither a path nor an address';
  return authority.toLowerCase() === host?.toLowerCase() ? null : 'the target names another host';
}

export class NodeArrival implements Arrival {
  readonly method: string;
  readonly target: string;
  readonly headers: RawHeaders;
  readonly address: string | null;
  readonly hasBody: boolean;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange, headers: RawHeaders) {
    const { incoming } = exchange;
    this.#exchange = exchange;
    this.method = incoming.method ?? 'GET';
    this.target = incoming.url ?? '/';
    this.headers = headers;
    this.address = incoming.socket.remoteAddress ?? null;
    this.hasBody = headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  read(bytesAtMost: number): Promise<Body> {
    return read(this.#exchange, this.headers, bytesAtMost);
  }
}

function read(exchange: Exchange, headers: RawHeaders, bytesAtMost: number): Promise<Body> {
  const { incoming } = exchange;
  if (Number(headers.get('content-length') ?? 0) > bytesAtMost) return Promise.resolve('TOO_LARGE');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let sum = 0;
    const end = (body: Body) => {
      incoming.removeListener('data', take);
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      sum += chunk.length;
      if (sum <= bytesAtMost) return void chunks.push(chunk);
      // The rest of the body is discarded, without waiting for it.
      incoming.resume();
      end('TOO_LARGE');
    };
    incoming.on('data', take);
    incoming.once('end', () =>
      end(sum === 0 ? null : chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, sum)),
    );
    incoming.once('error', () => end('CUT'));
    exchange.whenOver(() => end('CUT'));
  });
}

/** What Host may contain: a host by RFC 3986 (section 3.2.2) with a port, as RFC 9110 (section 7.2) has it. */

/** A name in the widest sense, which includes every IPv4 address. */
const name = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+$/i;
/** An address of a future IP version, between brackets. */
const future = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const port = /^:\d*$/;
const highestPort = 65_535;

/**
 * Whether the value names a host. An empty one does not, because an http address needs a host (RFC 9110, section 4.2.1);
 * a user's name before it, a zone behind an IPv6 address or a space make it none.
 */
export function isHost(value: string): boolean {
  const end = value.startsWith('[') ? value.indexOf(']') + 1 : value.indexOf(':');
  const host = end < 0 ? value : value.slice(0, end);
  const rest = value.slice(host.length);
  if (rest !== '' && !(port.test(rest) && Number(rest.slice(1)) <= highestPort)) return false;
  if (!host.startsWith('[')) return name.test(host);
  const address = host.slice(1, -1);
  return future.test(address) || (isIPv6(address) && !address.includes('%'));
}
