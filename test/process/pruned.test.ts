import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '../documents/markdown.ts';
import { processesWith } from '../support/processes.ts';
import { canReachRegistry } from '../support/registry.ts';

const exec = promisify(execFile);
const missing = !canReachRegistry();
if (missing) console.warn('the registry of npm cannot be reached: npm ci and npm prune are not tried');

/** Not in a checkout, and not needed by a start. */
const leftOut = ['.git', '.vitest', '.data', '.env', 'node_modules', 'dist', 'coverage', 'test', 'bench'];

describe.skipIf(missing)('npm ci && npm prune --omit=dev && npm start', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  const npm = (...args: string[]) => exec('npm', args, { cwd: folder, env });
  const left = () => processesWith(`DATA_DIR=${env.DATA_DIR}`);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pruned-'));
    // As root the database runs as another user, who must be able to enter.
    chmodSync(folder, 0o755);
    env = { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: join(folder, '.data'), PORT: '0' };
    const names = readdirSync(root).filter((name) => !leftOut.includes(name));
    await exec('cp', ['-r', ...names.map((name) => join(root, name)), folder]);
    await npm('ci', '--prefer-offline');
    await npm('prune', '--omit=dev');
  }, 600_000);
  afterAll(() => {
    for (const pid of left()) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves no development package', () => {
    for (const name of ['vitest', 'esbuild', 'vite', 'typescript'])
      expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);
  });

  it('is ready, takes the payment of its printed command, and shuts down', async () => {
    const service = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [service.stdout, service.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    await vi.waitUntil(() => said.includes('"msg":"started"') || service.exitCode !== null, {
      timeout: 90_000,
      interval: 50,
    });
    const [, url = ''] = /ready at (\S+)/.exec(said) ?? [];
    expect(url, said).not.toBe('');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const [line = ''] = /npm run tpp -- pay .*/.exec(said) ?? [];
    const paid = await exec('sh', ['-c', line], { cwd: folder, env });
    expect(paid.stderr).toContain('HTTP 201');
    service.kill('SIGTERM');
    await once(service, 'exit');
    await vi.waitUntil(() => left().length === 0, { timeout: 40_000, interval: 50 });
    await expect.poll(() => said).toContain('"msg":"stopped"');
  }, 200_000);
});
