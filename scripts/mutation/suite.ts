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
  /** The tests that failed. */
  readonly names: readonly string[];
  /** What failed: tests, and what is wrong with the file itself. */
  readonly failed: readonly string[];
}

export interface SuiteRun {
  readonly failed: boolean;
  readonly files: readonly TestFile[];
  readonly errors: readonly string[];
}

export interface SuiteOrder {
  /** The test files, in the order in which they run, and the tests in them; null for all. */
  readonly tests: readonly { readonly file: string; readonly names: readonly string[] | null }[];
  /** Files whose text is not what it was. */
  readonly changed: readonly string[];
  /** Whether to begin without anything that earlier runs have left. */
  readonly afresh: boolean;
  /** How long a test file may take. */
  timeoutMs(test: string): number;
}

export interface Suite {
  /** Runs the files. The time of one was up: its name, of those that ran when it was. */
  run(order: SuiteOrder): Promise<SuiteRun | { readonly late: readonly string[] }>;
  close(): Promise<void>;
}

/** How long it may take until the first test file begins. */
const startMs = 120_000;

const program = fileURLToPath(new URL('suite-process.ts', import.meta.url));

export function openSuite(
  root: string,
  settings: SuiteSettings,
  env: Readonly<Record<string, string>>,
): Suite {
  let kept: ChildProcess | undefined;
  let late = (): readonly string[] => [];

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
    async run({ tests, changed, afresh, timeoutMs }) {
      const child = await started();
      const answer = await new Promise<SuiteRun | null>((resolve) => {
        let timer = setTimeout(() => settle(null), startMs);
        const settle = (run: SuiteRun | null) => {
          clearTimeout(timer);
          child.off('exit', ended).off('message', told);
          resolve(run);
        };
        const ended = () => settle({ failed: true, files: [], errors: ['the tests ended their process'] });
        const told = (message: SuiteRun | { readonly begun: string }) => {
          if (!('begun' in message)) return settle(message);
          begun.push(message.begun);
          clearTimeout(timer);
          timer = setTimeout(() => settle(null), timeoutMs(message.begun));
        };
        const begun: string[] = [];
        late = () => begun.slice(-settings.workers);
        child.on('message', told);
        child.once('exit', ended);
        child.send({ tests, changed, afresh });
      });
      if (answer === null) await close();
      else endLeftovers(child);
      return answer ?? { late: late() };
    },
  };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended by themselves.
  }
}

/** Ends what tests have started and left running, as they do when the first failure ends them. */
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
