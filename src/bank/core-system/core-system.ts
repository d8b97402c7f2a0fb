/** A core system for laptops and tests. The simulated bank executes its orders. */
import { readJson } from '../../domain/values/json.ts';
import { createRunner } from '../../housekeeping/runner.ts';
import type { SharedWork } from '../../operations/ports/stores.ts';
import { seedSandbox } from '../../operations/sandbox/seed-sandbox.ts';
import { maxWaitSeconds, reportsAtMost } from '../core/orders/ports.ts';
import { putOrder } from './orders.ts';
import { type CoreReply, type CoreSystemParts, coreOwnerId } from './parts.ts';
import { queryHandlers } from './queries.ts';
import { findReportsAfter, getOrder } from './reports.ts';

export interface CoreRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly bytes: Uint8Array;
}

const checkEveryMs = 100;

export function createCoreSystem(
  sharedParts: Omit<CoreSystemParts, 'work'> & { readonly work: SharedWork },
  onError: (error: unknown) => void,
) {
  const parts: CoreSystemParts = { ...sharedParts, work: sharedParts.work.of(coreOwnerId) };
  // The runner uses half of `connections`, one for each TPP that it works for. The core system has only one TPP.
  const runner = createRunner({ ...sharedParts, onError, connections: 2 });
  let latestTask: Promise<unknown> = Promise.resolve();

  /** Runs one task at a time. If tasks overlapped, a cursor could pass a sequence number whose change is not yet committed. */
  function runExclusively<T>(task: () => Promise<T>): Promise<T> {
    const result = latestTask.then(task);
    latestTask = result.catch(() => undefined);
    return result;
  }

  async function listReports(query: URLSearchParams): Promise<CoreReply> {
    const requestedSeconds = Number(query.get('wait') ?? 0);
    const waitSeconds = Number.isNaN(requestedSeconds) ? 0 : Math.min(requestedSeconds, maxWaitSeconds);
    const limit = Number(query.get('limit') ?? reportsAtMost);
    if (!Number.isInteger(limit) || limit < 1 || limit > reportsAtMost) return { status: 400 };
    const until = performance.now() + waitSeconds * 1_000;
    for (;;) {
      const items = await runExclusively(() => findReportsAfter(parts, query.get('after'), limit));
      if (items === null) return { status: 400 };
      if (items.length > 0 || performance.now() >= until) return { status: 200, body: items };
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
    }
  }

  return {
    /** Creates the customers and accounts if there are none. */
    prepare: () =>
      parts.work.transaction(async (stores) => {
        if (!(await stores.tpps.register(coreOwnerId, 'Core system'))) return;
        const now = parts.clock();
        await seedSandbox({ ...parts, stores, now, realNow: now }, coreOwnerId, parts.settings.seed);
      }),

    async handle({ method, path, query, bytes }: CoreRequest): Promise<CoreReply> {
      const handleQuery = queryHandlers[path];
      if (handleQuery !== undefined && method === 'POST') return handleQuery(parts, readJson(bytes).value);
      const [, orderId] = /^\/orders\/([0-9a-f]{32})$/.exec(path) ?? [];
      if (orderId !== undefined && method === 'PUT')
        return runExclusively(() => putOrder(parts, orderId, bytes));
      if (orderId !== undefined && method === 'GET') return getOrder(parts, orderId);
      if (path === '/reports' && method === 'GET') return listReports(query);
      return { status: 404 };
    },

    /** Executes the payments that are due now. */
    async tick(): Promise<void> {
      await runExclusively(() => runner.tick());
    },
  };
}
