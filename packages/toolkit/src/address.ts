import { isBaseAddress, normaliseBaseAddress } from '../../../src/domain/values/base-address.ts';

export type ToolkitEnvironment = Readonly<Record<string, string | undefined>>;

/** null: a service cannot have this address. */
export function serviceAddress(url: string | undefined, env: ToolkitEnvironment): string | null {
  const address = url ?? (env.PUBLIC_URL || `http://localhost:${env.PORT || 4000}`);
  return isBaseAddress(address) ? normaliseBaseAddress(address) : null;
}
