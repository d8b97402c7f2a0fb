/** A socket as a sign of life: other containers do not see the processes of a service, but can connect to its socket. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { codeOf } from './error.ts';

const socketName = /^service-[0-9a-f]{16}\.sock$/;

/** null: the system has no namespaces. */
export function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

/** `socket`: its descriptor; null: the system has no namespaces, or the disk has no sockets. */
export async function showLife(folder: string) {
  if (pidNamespace() === null) return { socket: null, end: () => undefined };
  const directory = openSync(folder, 'r');
  const path = shortPath(directory, `service-${randomBytes(8).toString('hex')}.sock`);
  const server = createServer((visitor) => visitor.destroy()).unref();
  const isListening = await new Promise<boolean>((resolve) => {
    // Every user may write to the socket, because only such a user can connect and see that somebody listens.
    server.on('error', () => resolve(false)).listen({ path, writableAll: true }, () => resolve(true));
  });
  return {
    socket: isListening ? descriptorOf(server) : null,
    end() {
      server.close();
      closeSync(directory);
    },
  };
}

/** Node's documentation names `_handle`, but its types do not. */
const descriptorOf = (server: Server & { readonly _handle?: { readonly fd?: number } }): number | null =>
  server._handle?.fd ?? null;

/** true: a service runs, or a killed service has left a PostgreSQL that still holds the socket. */
export async function hasLifeSign(folder: string): Promise<boolean> {
  return (await checkSockets(folder)).some(({ answers }) => answers);
}

/** Only the holder of the lock may call it. */
export async function removeDeadSigns(folder: string): Promise<void> {
  for (const { path, answers } of await checkSockets(folder)) if (!answers) rmSync(path, { force: true });
}

async function checkSockets(folder: string): Promise<{ readonly path: string; readonly answers: boolean }[]> {
  const names = readdirSync(folder).filter((name) => socketName.test(name));
  if (names.length === 0) return [];
  const directory = openSync(folder, 'r');
  try {
    return await Promise.all(
      names.map(async (name) => ({
        path: join(folder, name),
        answers: await acceptsConnection(shortPath(directory, name)),
      })),
    );
  } finally {
    closeSync(directory);
  }
}

const acceptsConnection = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const visitor = connect(path, () => {
      visitor.destroy();
      resolve(true);
    });
    // After another error, such as that of a full queue, a process may hold the socket, so the answer is true.
    visitor.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))));
  });

/** Names the folder by its descriptor, because the address of a socket has at most 107 bytes. */
const shortPath = (directory: number, name: string): string => `/proc/self/fd/${directory}/${name}`;
