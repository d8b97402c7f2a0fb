/** Each process looks for TPPs with due work. The process that first locks the row of a TPP does the work of this TPP. */
import { every } from '../every.ts';
import type { SharedParts } from '../operations/operation.ts';
import type { MayRunTimedWork } from '../operations/ports/stores.ts';
import { type DeleteOld, deleteOldRows } from './delete-old.ts';
import { runNextEvent } from './timeline.ts';

export interface Runner {
  /** Returns the number of events that it ran. */
  tick(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export function combineRunners(runners: readonly (Runner | null)[]): Runner {
  const all = runners.filter((runner) => runner !== null);
  return {
    async tick() {
      let count = 0;
      for (const runner of all) count += await runner.tick();
      return count;
    },
    start() {
      for (const runner of all) runner.start();
    },
    stop: async () => void (await Promise.all(all.map((runner) => runner.stop()))),
  };
}

export interface RunnerParts extends SharedParts {
  /** After an error, the work of other TPPs and the deletion of other kinds of rows go on. */
  readonly onError: (error: unknown) => void;
  readonly mayRunTimedWork?: MayRunTimedWork | undefined;
  readonly bankDeletions?: readonly DeleteOld[] | undefined;
  /** The size of the connection pool, of which housekeeping uses at most half. */
  readonly connections: number;
  /** Runs the work of a TPP in a span of its own. */
  readonly traced?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
}

const pauseMs = 2_000;
const maxTppsPerTick = 50;
/** Two: the process can decide about the events of one TPP while PostgreSQL writes those of another. */
const maxConcurrentTpps = 2;
const maxEventsPerTpp = 200;
/** The pause after a deletion that has left no old rows, or only rows that cannot be deleted now. */
const deletePauseMs = 60_000;

export function createRunner(parts: RunnerParts): Runner {
  const { traced = (work) => work(), mayRunTimedWork = async () => true } = parts;
  let isStopping = false;
  let pauseBeganAt = Number.NEGATIVE_INFINITY;

  async function workFor(tppId: string): Promise<number> {
    for (let eventCount = 0; ; eventCount += 1) {
      if (isStopping || eventCount >= maxEventsPerTpp) return eventCount;
      const { kind } = await runNextEvent(parts, tppId, { wait: false });
      if (kind !== 'RAN_EVENT') return eventCount;
    }
  }

  async function deleteOld(): Promise<void> {
    const now = parts.clock();
    if (now - pauseBeganAt < deletePauseMs) return;
    if (!(await deleteOldRows(parts.work.stores, now, parts.bankDeletions ?? [], parts.onError)))
      pauseBeganAt = now;
  }

  async function tick(): Promise<number> {
    if (!(await mayRunTimedWork())) return 0;
    let eventCount = 0;
    const tpps = await parts.work.stores.clock.dueTpps(parts.clock(), parts.settings.sandbox, maxTppsPerTick);
    // All lanes share one iterator, so each TPP is given to only one lane.
    const queue = tpps.values();
    const laneCount = Math.max(1, Math.min(maxConcurrentTpps, Math.floor(parts.connections / 2)));
    const runLane = async (): Promise<void> => {
      for (const tppId of queue) {
        if (isStopping) break;
        try {
          // In one statement with `await`, the addition would lose what the other lane adds meanwhile.
          const eventCountOfTpp = await traced(() => workFor(tppId));
          eventCount += eventCountOfTpp;
        } catch (error) {
          parts.onError(error);
        }
      }
    };
    await Promise.all(Array.from({ length: laneCount }, runLane));
    await deleteOld();
    return eventCount;
  }

  // After a tick with work, the next one follows at once.
  const loop = every(pauseMs, async () => ((await tick()) > 0 ? 0 : pauseMs), parts.onError);
  return {
    tick,
    // `loop.start` would pause before the first tick.
    start: loop.wake,
    stop() {
      isStopping = true;
      return loop.stop();
    },
  };
}
