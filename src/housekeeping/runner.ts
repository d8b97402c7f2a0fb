/**
 * Runs housekeeping. Every two seconds each process looks for TPPs with due work. The process that first locks the row of a TPP
 * does the work of this TPP. Each process also deletes old rows. Tests call `tick`.
 */
import { every } from '../every.ts';
import type { SharedParts } from '../operations/operation.ts';
import type { MayRunTimedWork } from '../operations/ports/stores.ts';
import { type DeleteOld, deleteOldRows } from './delete-old.ts';
import { step } from './timeline.ts';

export interface Runner {
  /** Does due work of TPPs that no other process has locked, and returns the number of steps. */
  tick(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export interface RunnerParts extends SharedParts {
  /** Receives errors in the work of a TPP. The other TPPs are served, and the work is tried again. */
  readonly onError: (error: unknown) => void;
  /** Whether time-dependent work may begin; always when absent. */
  readonly mayRunTimedWork?: MayRunTimedWork | undefined;
  /** Deletes old rows that only some banks have. */
  readonly bankDeletions?: readonly DeleteOld[] | undefined;
  /** The size of the connection pool. Housekeeping uses at most half of it. */
  readonly connections: number;
  /** Runs work in a trace; absent if there are no traces. */
  readonly traced?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
}

const pauseMs = 2_000;
/** The TPPs of one tick. */
const maxTpps = 50;
/** Two TPPs are served at the same time: while PostgreSQL writes for one, the process decides for the other. */
const maxConcurrentTpps = 2;
/** The steps of one TPP in a tick. */
const maxSteps = 200;
/** The pause after a deletion that has left no old rows. */
const deletePauseMs = 60_000;

export function createRunner(parts: RunnerParts): Runner {
  const { traced = (work) => work(), mayRunTimedWork = async () => true } = parts;
  let isStopping = false;
  let allDeletedAt = Number.NEGATIVE_INFINITY;

  async function workFor(tppId: string): Promise<number> {
    for (let steps = 0; ; steps += 1) {
      if (isStopping || steps >= maxSteps) return steps;
      const outcome = await step(parts, tppId, { wait: false });
      if (outcome.kind !== 'RAN_EVENT') return steps;
    }
  }

  async function deleteOld(): Promise<void> {
    const now = parts.clock();
    if (now - allDeletedAt < deletePauseMs) return;
    if (await deleteOldRows(parts.work.stores, now, parts.bankDeletions)) allDeletedAt = now;
  }

  async function tick(): Promise<number> {
    if (!(await mayRunTimedWork())) return 0;
    let steps = 0;
    const tpps = await parts.work.stores.clock.dueTpps(parts.clock(), parts.settings.sandbox, maxTpps);
    // An iterator gives each TPP to only one of the lanes.
    const queue = tpps.values();
    const laneCount = Math.max(1, Math.min(maxConcurrentTpps, Math.floor(parts.connections / 2)));
    const runLane = async (): Promise<void> => {
      for (const tppId of queue) {
        if (isStopping) break;
        try {
          const stepCount = await traced(() => workFor(tppId));
          steps += stepCount;
        } catch (error) {
          parts.onError(error);
        }
      }
    };
    await Promise.all(Array.from({ length: laneCount }, runLane));
    await deleteOld();
    return steps;
  }

  // After a tick with work, the next one follows at once.
  const loop = every(pauseMs, async () => ((await tick()) > 0 ? 0 : pauseMs), parts.onError);
  return {
    tick,
    // `loop.start` would pause before the first run.
    start: loop.wake,
    stop() {
      isStopping = true;
      return loop.stop();
    },
  };
}
