/** Host: a host by RFC 3986 (section 3.2.2) with an optional port (RFC 9110, section 7.2). */
import { isIPv6 } from 'node:net';

/** Every IPv4 address matches too. */
const hostName = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+$/i;
const futureAddress = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const port = /^:\d*$/;
const highestPort = 65_535;

/**
 * An http address needs a host (RFC 9110, section 4.2.1). A user name, the zone of an IPv6 address or a space is not
 * allowed.
 */
export function isHost(value: string): boolean {
  const end = value.startsWith('[') ? value.indexOf(']') + 1 : value.indexOf(':');
  const host = end < 0 ? value : value.slice(0, end);
  const rest = value.slice(host.length);
  if (rest !== '' && !(port.test(rest) && Number(rest.slice(1)) <= highestPort)) return false;
  if (!host.startsWith('[')) return hostName.test(host);
  const address = host.slice(1, -1);
  return futureAddress.test(address) || (isIPv6(address) && !address.includes('%'));
}
