import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '../config.ts';
import { failureCode } from '../db/connections/failure.ts';

/** Its message is for the operator: one line, or a line for each fault of a file. */
export class StartError extends Error {}

/** Finds a free port. The service needs the number for its links before it listens. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen({ host, port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Awaits the opening. Throws a StartError if HOST or PORT is the cause of its failure. */
export async function explainListenErrors<T>(
  opening: Promise<T>,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const code = failureCode(error);
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} on ${host} is already in use. Set PORT to another port.`);
    if (code === 'EACCES')
      throw new StartError(`This user may not open port ${port}. Set PORT to another port.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
}
