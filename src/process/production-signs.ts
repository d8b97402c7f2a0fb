import { isLoopback } from '../domain/values/loopback.ts';
import type { Environment, SettingValues } from './settings.ts';

/**
 * If SANDBOX is not set, the service would be a sandbox. Returns the signs that it was meant to be a production bank, such as "HOST is
 * 0.0.0.0". null: there are none, or SANDBOX is set.
 */
export function findProductionSigns(
  env: Environment,
  { HOST: host, PUBLIC_URL: url }: SettingValues,
): string | null {
  if (env.SANDBOX !== undefined) return null;
  const reasons = [
    ...(isLoopback(host.includes(':') ? `[${host}]` : host) ? [] : [`HOST is ${host}`]),
    ...(url === undefined || isPlainLoopback(new URL(url)) ? [] : [`PUBLIC_URL is ${url}`]),
    ...(env.NODE_ENV === 'production' ? ['NODE_ENV is production'] : []),
  ];
  return reasons.length === 0 ? null : reasons.join(' and ');
}

const isPlainLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && isLoopback(hostname);
