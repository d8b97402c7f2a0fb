/** The address of the sandbox, from PUBLIC_URL or PORT in the environment or `.env`. */
import { existsSync } from 'node:fs';

export function serviceUrl(): string {
  if (existsSync('.env')) process.loadEnvFile();
  const { PUBLIC_URL, PORT } = process.env;
  return PUBLIC_URL?.replace(/\/$/, '') || `http://localhost:${PORT || 4000}`;
}
