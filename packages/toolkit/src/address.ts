/** Where the service is, for the toolkit and the demo: `--url`, else the settings that the service itself starts with. */
import { withoutEnd } from '../../../src/domain/values/text.ts';

export type ToolkitEnvironment = Readonly<Record<string, string | undefined>>;

/** Without a trailing slash; null when it is no http or https address. */
export function serviceAddress(url: string | undefined, env: ToolkitEnvironment): string | null {
  const text = url ?? (env.PUBLIC_URL || `http://localhost:${env.PORT || 4000}`);
  return /^https?:/.test(text) && URL.canParse(text) ? withoutEnd(text, '/') : null;
}
