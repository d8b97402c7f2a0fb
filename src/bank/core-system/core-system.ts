/**
 * A core system for laptops and tests: the simulated bank behind core.openapi.yaml, with its own database. Changes run one
 * after the other, so reports come in the order of their numbers.
 */

import { readJson } from '../../domain/values/json.ts';
import { createRunner } from '../../housekeeping/runner.ts';
import type { SharedWork } from '../../operations/ports/stores.ts';
import { seedSandbox } from '../../operations/sandbox/seed-sandbox.ts';
import { reportsAtMost } from '../core/orders/ports.ts';
import { putOrder } from './orders.ts';
import { type CoreAnswer, type CoreSystemParts, owner } from './parts.ts';
import { queries } from './queries.ts';
import { orderAnswer, reportsAfter } from './reports.ts';

export interface CoreRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly bytes: Uint8Array;
}

export interface CoreSystem {
  /** Creates its customers and accounts if there are none. */
  prepare(): Promise<void>;
  handle(request: CoreRequest): Promise<CoreAnswer>;
  /** Executes what is due now. */
  tick(): Promise<void>;
}

/** How often it checks for reports while a caller waits. */
const lookEveryMs = 100;
const waitsAtMostSeconds = 20;

export function createCoreSystem(
  all: Omit<CoreSystemParts, 'work'> & { readonly work: SharedWork },
  onFailure: (error: unknown) => void = () => undefined,
): CoreSystem {
  const parts: CoreSystemParts = { ...all, work: all.work.of(owner) };
  const runner = createRunner({ ...all, onError: onFailure, connections: 2 });
  let last: Promise<unknown> = Promise.resolve();

  function oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  async function reports(query: URLSearchParams): Promise<CoreAnswer> {
    const seconds = Math.min(Number(query.get('wait') ?? 0) || 0, waitsAtMostSeconds);
    const limit = Number(query.get('limit') ?? reportsAtMost);
    if (!Number.isInteger(limit) || limit < 1 || limit > reportsAtMost) return { status: 400 };
    const until = performance.now() + seconds * 1_000;
    for (;;) {
      const items = await oneByOne(() => reportsAfter(parts, query.get('after'), limit));
      if (items === null) return { status: 400 };
      if (items.length > 0 || performance.now() >= until) return { status: 200, body: items };
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  }

  return {
    prepare: () =>
      parts.work.transaction(async (stores) => {
        if (!(await stores.tpps.register(owner, 'Core system'))) return;
        const now = parts.clock();
        await seedSandbox({ ...parts, stores, now, realNow: now }, owner, parts.settings.seed);
      }),

    async handle({ method, path, query, bytes }) {
      const answerQuery = queries[path];
      if (answerQuery !== undefined && method === 'POST') return answerQuery(parts, readJson(bytes).value);
      const [, orderId] = /^\/orders\/([0-9a-f]{32})$/.exec(path) ?? [];
      if (orderId !== undefined && method === 'PUT') return oneByOne(() => putOrder(parts, orderId, bytes));
      if (orderId !== undefined && method === 'GET') return orderAnswer(parts, orderId);
      if (path === '/reports' && method === 'GET') return reports(query);
      return { status: 404 };
    },

    tick: () => oneByOne(async () => void (await runner.tick())),
  };
}
