/** Detects a sandbox that looks like a production bank although SANDBOX is not set: SANDBOX=false may have been forgotten. */
import { isLoopback } from '../domain/values/loopback.ts';

interface SandboxSettings {
  readonly HOST: string;
  readonly PUBLIC_URL?: string | undefined;
}

/** The sign of a production bank; null: there is none, or SANDBOX is set. */
export function unaskedSandbox(
  env: Readonly<Record<string, string | undefined>>,
  { HOST: host, PUBLIC_URL: url }: SandboxSettings,
): string | null {
  if (env.SANDBOX !== undefined) return null;
  const signs = [
    ...(isLoopback(host.includes(':') ? `[${host}]` : host) ? [] : [`HOST is ${host}`]),
    ...(url === undefined || isLocal(new URL(url)) ? [] : [`PUBLIC_URL is ${url}`]),
    ...(env.NODE_ENV === 'production' ? ['NODE_ENV is production'] : []),
  ];
  return signs.length === 0 ? null : signs.join(' and ');
}

const isLocal = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && isLoopback(hostname);
