import { trimTrailing } from '../../../src/domain/values/text.ts';

export type ToolkitEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The address of the service from `--url` or from the service's own settings, without a trailing slash; null if it is not
 * http or https.
 */
export function serviceAddress(url: string | undefined, env: ToolkitEnvironment): string | null {
  const text = url ?? (env.PUBLIC_URL || `http://localhost:${env.PORT || 4000}`);
  return /^https?:/.test(text) && URL.canParse(text) ? trimTrailing(text, '/') : null;
}
