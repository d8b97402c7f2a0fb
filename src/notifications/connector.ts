/**
 * Opens connections to addresses that TPPs name. It checks the IP address when it connects, so that no name can lead into
 * the bank's network, even if the name resolves to another address than before (DNS rebinding).
 */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

/** Resolves a name to all its addresses, as `lookup` of node:dns does. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorParts {
  /** A sandbox connects to loopback hosts too. */
  readonly sandbox: boolean;
  /** Resolves names; by default the lookup of the system. */
  readonly lookup?: Lookup | undefined;
}

export const addressRefused = 'ADDRESS_REFUSED';
const connectMs = 5_000;

/** Ranges of the registries for special purposes (RFC 6890) that do not lead to the public Internet, and multicast. */
const special = listOf(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
);
/** The only public range of IPv6. */
const globalUnicast = listOf('2000::/3');
const loopback = listOf('127.0.0.0/8 ::1/128');

function listOf(...ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges.join(' ').split(' ')) {
    const [net = '', prefix] = range.split('/');
    list.addSubnet(net, Number(prefix), isIP(net) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

export function isPublic(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return !special.check(address, family) && (family === 'ipv4' || globalUnicast.check(address, family));
}

const isLoopbackAddress = (address: string): boolean =>
  loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** In a sandbox, a loopback host has a certificate of no known CA, so the certificate is not verified. */
export function createConnector({
  sandbox,
  lookup = systemLookup,
}: ConnectorParts): buildConnector.connector {
  const connectorTo = (allows: (address: string) => boolean, rejectUnauthorized: boolean) =>
    buildConnector({
      timeout: connectMs,
      allowH2: false,
      minVersion: 'TLSv1.2',
      rejectUnauthorized,
      lookup: checkedLookup(lookup, allows),
    });
  const toPublic = connectorTo(isPublic, true);
  const toLoopback = connectorTo(isLoopbackAddress, false);
  return (to, callback) => {
    const isAddress = isIP(to.hostname) !== 0;
    const isLocal = sandbox && (isAddress ? isLoopbackAddress(to.hostname) : to.hostname === 'localhost');
    // A host that is an IP address is not looked up, so it is checked here.
    if (isAddress && !isLocal && !isPublic(to.hostname)) return callback(addressRefusal(), null);
    return (isLocal ? toLoopback : toPublic)(to, callback);
  };
}

const checkedLookup =
  (lookup: Lookup, allows: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first, ...others] = error ? [] : addresses.filter(({ address }) => allows(address));
      if (first === undefined) callback(error ?? addressRefusal(), '');
      else if (options.all) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    });
  };

const addressRefusal = (): NodeJS.ErrnoException =>
  Object.assign(new Error('the address is not public'), { code: addressRefused });
