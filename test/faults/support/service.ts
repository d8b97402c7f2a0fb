import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtService } from '../../support/built.ts';
import { freePort } from '../../support/ports.ts';

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly status?: number;
  readonly error?: string;
}

export interface Service {
  readonly base: string;
  readonly log: LogLine[];
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  retire(): Promise<void>;
  running(): boolean;
}

const isAlive = (child: ChildProcess | null): boolean =>
  child !== null && child.exitCode === null && child.signalCode === null;

interface ServiceParts {
  readonly settings: Readonly<Record<string, string>>;
  /** A main.js; this checkout's build by default. */
  readonly program?: string | undefined;
}

export async function createService({ settings, program }: ServiceParts): Promise<Service> {
  const args = program ? [program] : builtService();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const log: LogLine[] = [];
  let child: ChildProcess | null = null;
  let starting: Promise<void> | null = null;
  let over = false;

  async function attempt(): Promise<boolean> {
    const env = { ...process.env, PORT: String(port), DATABASE_POOL_SIZE: '10', ...settings };
    const mine = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = mine;
    createInterface({ input: mine.stderr }).on('line', (line) => {
      if (line.startsWith('{')) log.push(JSON.parse(line));
    });
    const ended = once(mine, 'exit').then(() => false);
    let screen = '';
    const ready = new Promise<boolean>((resolve) => {
      mine.stdout.setEncoding('utf8').on('data', (text) => {
        screen += text;
        if (screen.includes('ready at')) resolve(true);
      });
    });
    return Promise.race([ready, ended]);
  }

  /** A start without a database ends; an orchestrator retries. */
  async function untilRunning(): Promise<void> {
    while (!over && !(await attempt()));
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const mine = child;
    if (mine === null || !isAlive(mine)) return;
    const ended = once(mine, 'exit');
    mine.kill(signal);
    await ended;
  }

  return {
    base,
    log,
    async start() {
      if (starting === null && isAlive(child)) return;
      starting ??= untilRunning().finally(() => {
        starting = null;
      });
      await starting;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async retire() {
      over = true;
      await end('SIGKILL');
      await starting;
    },
    running: () => starting === null && isAlive(child),
  };
}

export function linesOf(services: readonly Service[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { msg, status, error } of services.flatMap(({ log }) => log)) {
    if (msg === 'request') continue;
    const line = [msg, status, error].filter((part) => part !== undefined).join(' ');
    counts[line] = (counts[line] ?? 0) + 1;
  }
  return counts;
}
