/**
 * Keeps house regularly: every process looks every few seconds for TPPs with something due, and whichever locks a TPP's row
 * first does the work. Also deletes what is kept for a limited time. Tests call `tick` and need no timer.
 */
import { every } from '../every.ts';
import type { MayWork } from '../operations/ports/stores.ts';
import { type ForgetOld, forgetOld } from './forget.ts';
import { step, type TimelineParts } from './timeline.ts';

export interface Runner {
  /** Does what is due now for every TPP that no other process has locked; answers how many steps that took. */
  tick(): Promise<number>;
  start(): void;
  /** Ends after the step under way. */
  stop(): Promise<void>;
}

export interface RunnerParts extends TimelineParts {
  /** A failure of one TPP's work; the others go on, and it is tried again. */
  readonly failed: (error: unknown) => void;
  /** Whether work that goes by the clock may begin; absent: always. */
  readonly mayWork?: MayWork | undefined;
  /** What is deleted besides: rows of banks. */
  readonly forgetAlso?: readonly ForgetOld[] | undefined;
  /** How many connections there are to the database: the bank takes half of them at most. */
  readonly connections: number;
  /** Traces the work of a tick for one TPP; absent: it is not traced. */
  readonly traced?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
}

const pauseMs = 2_000;
const tppsAtMost = 50;
/** How many TPPs are worked for at once: while PostgreSQL writes for one, the next steps of the other are decided. */
const tppsAtOnce = 2;
/** After so many steps in a row it is for the next TPP. */
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
          parts.failed(error);
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    await forget();
    return steps;
  }

  const loop = every(pauseMs, async () => ((await tick()) > 0 ? 0 : pauseMs), parts.failed);
  return {
    tick,
    start: loop.wake,
    stop() {
      stopping = true;
      return loop.stop();
    },
  };
}
