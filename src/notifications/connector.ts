/** Connects only to public addresses. It checks each connection, because a host name may resolve to another address later. */
import { type LookupAddress, type LookupOptions, NOTFOUND, promises, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorParts {
  /** true: also connects to loopback hosts. */
  readonly sandbox: boolean;
  /** Default: DNS for public hosts, and the lookup of the system for `localhost`. */
  readonly lookup?: Lookup | undefined;
  /** Default: those of the system. */
  readonly nameServers?: readonly string[] | undefined;
}

export const addressRefusedCode = 'ADDRESS_REFUSED';
const connectMs = 5_000;

/** Multicast, and the special-purpose ranges (RFC 6890) that are not public. */
const specialRanges = rangesOf(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
);
/** The only public range of IPv6. */
const publicIpv6 = rangesOf('2000::/3');
const loopbackRanges = rangesOf('127.0.0.0/8 ::1/128');

/** Each line contains ranges, separated by spaces. */
function rangesOf(...lines: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of lines.flatMap((line) => line.split(' '))) {
    const [net = '', prefix] = range.split('/');
    list.addSubnet(net, Number(prefix), familyOf(net));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

export function isPublic(address: string): boolean {
  const family = familyOf(address);
  if (specialRanges.check(address, family)) return false;
  return family === 'ipv4' || publicIpv6.check(address, family);
}

const isLoopbackAddress = (address: string): boolean => loopbackRanges.check(address, familyOf(address));

export function createConnector({ sandbox, lookup, nameServers }: ConnectorParts): buildConnector.connector {
  const connectorWith = (allowedLookup: LookupFunction, tls: { rejectUnauthorized: boolean }) =>
    buildConnector({
      ...tls,
      timeout: connectMs,
      allowH2: false,
      minVersion: 'TLSv1.2',
      lookup: allowedLookup,
    });
  const publicLookup = restrictLookup(lookup ?? createDnsLookup(nameServers), isPublic);
  const loopbackLookup = restrictLookup(lookup ?? systemLookup, isLoopbackAddress);
  const connectToPublic = connectorWith(publicLookup, { rejectUnauthorized: true });
  // Accepts any certificate, because no known CA issues certificates for loopback hosts.
  const connectToLoopback = connectorWith(loopbackLookup, { rejectUnauthorized: false });
  return (target, callback) => {
    const isAddress = isIP(target.hostname) !== 0;
    const isLoopback = isAddress ? isLoopbackAddress(target.hostname) : target.hostname === 'localhost';
    if (sandbox && isLoopback) return connectToLoopback(target, callback);
    // Node calls no lookup for an IP address, so nothing else checks it.
    if (isAddress && !isPublic(target.hostname)) return callback(addressRefusal(), null);
    return connectToPublic(target, callback);
  };
}

/** Returns a lookup that gives only allowed addresses, and fails if there are none. */
const restrictLookup =
  (lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first, ...others] = addresses.filter(({ address }) => isAllowed(address));
      if (first === undefined) callback(addressRefusal(), '');
      else if (options.all) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    });
  };

const addressRefusal = (): NodeJS.ErrnoException =>
  Object.assign(new Error('the address is not public'), { code: addressRefusedCode });

/** Shorter than `connectMs`, so that a lookup ends before the attempt to connect does. */
const lookupMs = 4_000;
/** After this time, the query is sent again, or to the next name server. */
const queryMs = 1_000;
const queriesPerServer = 2;

/** `lookup` of node:dns would occupy one of the process's four threads while a TPP's name server does not respond. */
function createDnsLookup(nameServers?: readonly string[]): Lookup {
  return (hostname, _, callback) => {
    // `cancel` ends all queries of a resolver, so each lookup has its own resolver.
    const resolver = new promises.Resolver({ timeout: queryMs, tries: queriesPerServer });
    if (nameServers !== undefined) resolver.setServers(nameServers);
    const timer = setTimeout(() => resolver.cancel(), lookupMs);
    void Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then((results) => {
      clearTimeout(timer);
      const addresses = results
        .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
        .map((address) => ({ address, family: isIP(address) }));
      callback(addresses.length > 0 ? null : notFound(), addresses);
    });
  };
}

const notFound = (): NodeJS.ErrnoException =>
  Object.assign(new Error('the name has no address'), { code: NOTFOUND });
