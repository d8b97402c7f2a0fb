/** Checks the header Host: a host by RFC 3986 with an optional port. */
import { isIPv6 } from 'node:net';

/** Every IPv4 address matches too. */
const hostName = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+$/i;
/** IPvFuture in RFC 3986. */
const futureAddress = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const port = /^:\d*$/;
const highestPort = 65_535;

/** An empty host, a user name, the zone of an IPv6 address or a space is not allowed. */
export function isHost(value: string): boolean {
  // 0 if "]" is missing: then `portPart` is the whole value, which is no port.
  const end = value.startsWith('[') ? value.indexOf(']') + 1 : value.indexOf(':');
  const host = end < 0 ? value : value.slice(0, end);
  const portPart = value.slice(host.length);
  if (portPart !== '' && !(port.test(portPart) && Number(portPart.slice(1)) <= highestPort)) return false;
  if (!host.startsWith('[')) return hostName.test(host);
  const address = host.slice(1, -1);
  return futureAddress.test(address) || (isIPv6(address) && !address.includes('%'));
}
