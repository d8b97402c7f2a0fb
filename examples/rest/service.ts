/** Where the sandbox is: what PUBLIC_URL or PORT say, in the environment or in `.env`, as the sandbox itself reads them. */
import { existsSync } from 'node:fs';

export function serviceUrl(): string {
  if (existsSync('.env')) process.loadEnvFile();
  const { PUBLIC_URL, PORT } = process.env;
  return PUBLIC_URL?.replace(/\/$/, '') || `http://localhost:${PORT || 4000}`;
}
