/**
 * Resolves the names of hosts that TPPs have chosen, by DNS alone. `lookup` of node:dns would occupy one of the four threads of the
 * process while the name server of a TPP does not respond, and other lookups, such as that of the database, would wait for a thread.
 */
import { type LookupAddress, type LookupOptions, NOTFOUND, promises } from 'node:dns';
import { isIP } from 'node:net';

/** Resolves a name to all its addresses, as `lookup` of node:dns does. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Shorter than the time limit of the connection, so that a lookup ends before its attempt does. */
const lookupMs = 4_000;
/** The pause before the same query is sent again, or to the next name server. */
const queryMs = 1_000;
const queriesPerServer = 2;

/** `nameServers`: by default those of the system. */
export function createDnsLookup(nameServers?: readonly string[]): Lookup {
  return (hostname, _, callback) => {
    // `cancel` ends all queries of a resolver, so each lookup has its own.
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
