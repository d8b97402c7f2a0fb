import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { HeaderMap } from '../domain/headers.ts';

/** Joins the values of a repeated header. Node's `headers` drops some values, and injected requests have no `headersDistinct`. */
export class RawHeaders implements HeaderMap {
  readonly #values = new Map<string, string>();

  constructor(raw: readonly string[]) {
    for (let index = 0; index < raw.length; index += 2) {
      const name = raw[index]?.toLowerCase() ?? '';
      const value = raw[index + 1] ?? '';
      const earlierValue = this.#values.get(name);
      const separator = name === 'cookie' ? '; ' : ', ';
      this.#values.set(name, earlierValue === undefined ? value : earlierValue + separator + value);
    }
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}

/** The bound for the target and all headers together. */
export const headerBytesAtMost = 16 * 1_024;

/** By RFC 3986: a name or IPv4 address, an IPvFuture or an IPv6 address, and perhaps a port. */
const hostForm =
  /^(?:(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+|\[v[\da-f]+\.[\w.~!$&'()*+,;=:-]+\]|\[(?<address>[\da-f:.]+)\])(?::(?<port>\d*))?$/i;
const highestPort = 65_535;

export function isHost(value: string): boolean {
  const groups = hostForm.exec(value)?.groups;
  if (groups === undefined) return false;
  const { address, port = 0 } = groups;
  return (address === undefined || isIPv6(address)) && Number(port) <= highestPort;
}

/** Simple load balancers request these paths in HTTP/1.0 without a Host. */
const probePaths = new Set(['/livez', '/readyz']);

/** Returns why HTTP does not allow the request; null: HTTP allows it. */
export function httpFaultOf(
  incoming: Pick<IncomingMessage, 'method' | 'httpVersion' | 'rawHeaders'>,
  target: string,
  headers: HeaderMap,
): string | null {
  const hosts = incoming.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) return 'the request has more than one Host header';
  const host = headers.get('host') ?? '';
  const mayLackHost = incoming.httpVersion === '1.0' && probePaths.has(target);
  if (host === '' && !mayLackHost) return 'the Host header is missing or empty';
  if (host !== '' && !isHost(host))
    return 'the Host header must be a host name or an address, with an optional port (RFC 3986)';
  if (target.includes('#')) return 'the request target must not contain a fragment (#)';
  if (target.startsWith('/') || (target === '*' && incoming.method === 'OPTIONS')) return null;
  const authority = /^https?:\/\/([^/?]*)/i.exec(target)?.[1];
  if (authority === undefined) return 'the request target must be a path or an http URL';
  return authority.toLowerCase() === host.toLowerCase()
    ? null
    : 'the request target and the Host header name different hosts';
}
