/** Runs of chosen test files in a copy of the checkout, one after the other in one process that is kept warm. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SuiteSettings {
  readonly bail: boolean;
  readonly workers: number;
  readonly setupFiles: readonly string[];
}

export interface TestFile {
  readonly file: string;
  readonly passed: boolean;
  readonly milliseconds: number;
  readonly failed: readonly string[];
}

export interface SuiteRun {
  readonly failed: boolean;
  readonly files: readonly TestFile[];
  readonly errors: readonly string[];
}

export interface Suite {
  /** Runs the files in this order; `changed` are those whose text is not what it was. Null: the time was up. */
  run(tests: readonly string[], changed: readonly string[], timeoutMs: number): Promise<SuiteRun | null>;
  close(): Promise<void>;
}

const program = fileURLToPath(new URL('suite-process.ts', import.meta.url));

export function openSuite(
  root: string,
  settings: SuiteSettings,
  env: Readonly<Record<string, string>>,
): Suite {
  let kept: ChildProcess | undefined;

  async function started(): Promise<ChildProcess> {
    if (kept?.connected) return kept;
    const child = fork(program, [JSON.stringify(settings)], {
      cwd: root,
      // A group of its own: what tests have started ends with them.
      detached: true,
      env: { ...process.env, ...env },
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    kept = child;
    await once(child, 'message');
    return child;
  }

  async function close(): Promise<void> {
    const child = kept;
    kept = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    endGroup(child);
    await exit;
  }

  return {
    close,
    async run(tests, changed, timeoutMs) {
      const child = await started();
      const answer = await new Promise<SuiteRun | null>((resolve) => {
        const timer = setTimeout(() => resolve(null), timeoutMs);
        const settle = (run: SuiteRun | null) => {
          clearTimeout(timer);
          child.off('exit', ended);
          resolve(run);
        };
        const ended = () => settle({ failed: true, files: [], errors: ['the tests ended their process'] });
        child.once('message', (run) => settle(run as SuiteRun));
        child.once('exit', ended);
        child.send({ tests, changed });
      });
      if (answer === null) await close();
      else endLeftovers(child);
      return answer;
    },
  };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Everyone of the group has ended by himself.
  }
}

/** What tests have started and not ended, as they do when the first failure ends them. */
function endLeftovers({ pid }: ChildProcess): void {
  const listed = execFileSync('ps', ['-eo', 'pid=,pgid='], { encoding: 'utf8' });
  for (const line of listed.split('\n')) {
    const [one, group] = line.trim().split(/\s+/).map(Number);
    if (one === undefined || group !== pid || one === pid) continue;
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
