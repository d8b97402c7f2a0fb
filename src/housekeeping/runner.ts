/**
 * Runs housekeeping: every process looks every few seconds for TPPs with due work, and the one that locks the TPP's row
 * first does it. Also deletes old rows. Tests call `tick`.
 */
import { every } from '../every.ts';
import type { MayWork } from '../operations/ports/stores.ts';
import { type ForgetOld, forgetOld } from './forget.ts';
import { step, type TimelineParts } from './timeline.ts';

export interface Runner {
  /** Does the due work of every TPP that no other process has locked, and returns the number of steps. */
  tick(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export interface RunnerParts extends TimelineParts {
  /** Failures of one TPP do not stop the others, and are retried. */
  readonly onError: (error: unknown) => void;
  /** Whether time-dependent work may begin; absent: always. */
  readonly mayWork?: MayWork | undefined;
  /** Additional rows to delete: those of banks. */
  readonly forgetAlso?: readonly ForgetOld[] | undefined;
  /** Size of the connection pool; the bank uses at most half of it. */
  readonly connections: number;
  /** Absent: not traced. */
  readonly traced?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
}

const pauseMs = 2_000;
const tppsAtMost = 50;
/** Number of TPPs at the same time: while PostgreSQL writes for one, the bank decides the next steps of the other. */
const tppsAtOnce = 2;
/** After this many steps the next TPP has its turn. */
const stepsAtMost = 200;
const forgetPauseMs = 60_000;

export function createRunner(parts: RunnerParts): Runner {
  const { traced = (work) => work(), mayWork = async () => true } = parts;
  let stopping = false;
  let forgottenAt = Number.NEGATIVE_INFINITY;

  async function workFor(tppId: string): Promise<number> {
    for (let steps = 0; ; steps += 1) {
      if (stopping || steps >= stepsAtMost) return steps;
      const outcome = await step(parts, tppId, false);
      if (outcome.kind !== 'WORKED') return steps;
    }
  }

  async function forget(): Promise<void> {
    const now = parts.clock();
    if (now - forgottenAt < forgetPauseMs) return;
    if (await forgetOld(parts.work.read, now, parts.forgetAlso)) forgottenAt = now;
  }

  async function tick(): Promise<number> {
    if (!(await mayWork())) return 0;
    let steps = 0;
    const tpps = await parts.work.read.clock.dueTpps(parts.clock(), parts.settings.sandbox, tppsAtMost);
    const queue = tpps.values();
    const lanes = Math.max(1, Math.min(tppsAtOnce, Math.floor(parts.connections / 2)));
    const lane = async (): Promise<void> => {
      for (const tppId of queue) {
        if (stopping) break;
        try {
          const stepCount = await traced(() => workFor(tppId));
          steps += stepCount;
        } catch (error) {
          parts.onError(error);
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    await forget();
    return steps;
  }

  const loop = every(pauseMs, async () => ((await tick()) > 0 ? 0 : pauseMs), parts.onError);
  return {
    tick,
    start: loop.wake,
    stop() {
      stopping = true;
      return loop.stop();
    },
  };
}
