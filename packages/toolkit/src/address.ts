import { isBaseAddress, normaliseBaseAddress } from '../../../src/domain/values/base-address.ts';

export type ToolkitEnvironment = Readonly<Record<string, string | undefined>>;

/** null: the address is not one that a service may have. */
export function serviceAddress(url: string | undefined, env: ToolkitEnvironment): string | null {
  const text = url ?? (env.PUBLIC_URL || `http://localhost:${env.PORT || 4000}`);
  return isBaseAddress(text) ? normaliseBaseAddress(text) : null;
}
