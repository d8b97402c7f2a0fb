import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '../config.ts';
import { failureCode } from '../db/connections/failure.ts';
import { StartError } from './start-error.ts';

/** Returns `port`, or throws if it is not free. 0: returns any free port. A service needs the number before it listens, for its links. */
export async function findFreePort(host: string, port = 0): Promise<number> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

/** The "bad ports" of the Fetch standard. */
const refusedPorts: readonly number[] = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

export const isRefusedByBrowsers = (url: string): boolean => refusedPorts.includes(Number(new URL(url).port));

const malformedPort = (setting: string): StartError =>
  new StartError(`${setting} must be a whole number from 0 to 65535.`);

const unusableHostCodes = [
  'EADDRNOTAVAIL', // an address of another machine
  'ENOTFOUND', // an unknown name
  'EAI_AGAIN', // an unknown name while no name server responds
  'EINVAL', // a link-local address without its interface
  'EAFNOSUPPORT', // an IPv6 address while IPv6 is disabled
];

/** Checks only the number, because another process opens the port. */
export function requirePortNumber(port: number, setting: string): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw malformedPort(setting);
}

/** If `opening` fails because of HOST or the port, throws a StartError. */
export async function explainListenErrors<T>(
  opening: Promise<T>,
  { host, port }: Pick<Config, 'host' | 'port'>,
  setting = 'PORT',
): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const code = failureCode(error);
    if (code === 'ERR_SOCKET_BAD_PORT') throw malformedPort(setting);
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} on ${host} is already in use. Set ${setting} to another port.`);
    if (code === 'EACCES')
      throw new StartError(`This user may not open port ${port}. Set ${setting} to another port.`);
    if (code !== null && unusableHostCodes.includes(code))
      throw new StartError(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
}
