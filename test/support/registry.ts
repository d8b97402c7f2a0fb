import { execFileSync } from 'node:child_process';

const patience = ['--fetch-retries=0', '--fetch-timeout=10000', '--prefer-online'];

export function canReachRegistry(): boolean {
  try {
    execFileSync('npm', ['view', 'fastify', 'version', ...patience], { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

export const configOfNpm = (name: string): string =>
  execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
