/** Where the service is, for the toolkit and the demo: `--url`, else the settings that the service itself starts with. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { withoutEnd } from '../../../src/domain/values/text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Without a trailing slash; null when it is no http or https address. */
export function serviceAddress(url: string | undefined, env: Environment): string | null {
  const text = url ?? (env.PUBLIC_URL || `http://localhost:${env.PORT || 4000}`);
  return /^https?:/.test(text) && URL.canParse(text) ? withoutEnd(text, '/') : null;
}

/**
 * Loads the settings of `.env`, if there is one, into the environment; existing values stay. Returns those of the
 * file, which any other terminal in this folder loads too.
 */
export function readEnvFile(): Environment {
  try {
    const settings = parseEnv(readFileSync('.env', 'utf8'));
    for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
    return settings;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
