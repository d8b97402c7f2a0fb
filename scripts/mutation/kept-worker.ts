/** Threads of vitest that stay for the next run, so that what has not changed is neither read nor evaluated again. */
import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node';

type Listener = (message: unknown) => void;

/** How many runs a thread lasts: what tests have left in it must not pile up. */
const runsAtMost = 60;

interface Kept {
  readonly thread: ThreadsPoolWorker;
  runs: number;
}

const idle: Kept[] = [];

/** Ends the threads that wait, so that the next run begins with nothing. */
export async function dropKept(): Promise<void> {
  await Promise.all(idle.splice(0).map(({ thread }) => thread.stop()));
}

/** A thread for one run. Asked to end it answers that it has, and waits for the next run. */
export class KeptWorker implements PoolWorker {
  readonly name = 'kept';
  private readonly listeners = new Set<Listener>();
  private readonly others: [string, Listener][] = [];
  private kept: Kept | undefined;
  private isDone = false;
  private readonly options: PoolOptions;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  private get thread(): ThreadsPoolWorker {
    if (!this.kept) throw new Error('the thread has not been started');
    return this.kept.thread;
  }

  async start(): Promise<void> {
    if (this.kept) return;
    const waiting = idle.pop();
    this.kept = waiting ?? { thread: new ThreadsPoolWorker(this.options), runs: 0 };
    this.kept.runs += 1;
    if (!waiting) await this.thread.start();
  }

  async stop(): Promise<void> {
    const { kept } = this;
    if (!kept) return;
    this.kept = undefined;
    for (const [event, listener] of this.others) kept.thread.off(event, listener);
    for (const listener of this.listeners) kept.thread.off('message', listener);
    // Who was not asked to end has been forced to.
    if (this.isDone && kept.runs < runsAtMost) idle.push(kept);
    else await kept.thread.stop();
  }

  send(message: WorkerRequest): void {
    if (message.type === 'stop') {
      this.isDone = true;
      setImmediate(() => this.tell({ type: 'stopped', __vitest_worker_response__: true }));
    } else this.thread.send(message);
  }

  private tell(message: unknown): void {
    for (const listener of [...this.listeners]) listener(message);
  }

  on(event: string, listener: Listener): void {
    if (event === 'message') this.listeners.add(listener);
    else this.others.push([event, listener]);
    this.thread.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.listeners.delete(listener);
    this.kept?.thread.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    return data;
  }
}
