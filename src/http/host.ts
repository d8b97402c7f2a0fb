/** What Host may contain: a host by RFC 3986 (section 3.2.2) with a port, as RFC 9110 (section 7.2) has it. */
import { isIPv6 } from 'node:net';

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
