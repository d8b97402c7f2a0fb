/** Where the service is, for the toolkit and the demo: `--url`, else the settings that the service itself starts with. */
import { withoutEnd } from '../domain/values/text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Without a trailing slash; null when it is no http or https address. */
export function serviceAddress(url: string | undefined, env: Environment): string | null {
  const text = url ?? (env.PUBLIC_URL || `http://localhost:${env.PORT || 4000}`);
  return /^https?:/.test(text) && URL.canParse(text) ? withoutEnd(text, '/') : null;
}

/** Takes the settings of `.env` into the environment, where there is such a file; what is set already stays. */
export function readEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
