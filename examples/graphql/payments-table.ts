/**
 * A payments table with live statuses: newest first, more pages on demand. Put any view on top; `watch.ts` draws it in a
 * terminal.
 */
import { type BankClient, BankFailure } from './client.ts';
import { graphql } from './generated/gql.ts';
import type { PaymentRowFragment } from './generated/graphql.ts';

export type Row = PaymentRowFragment;

graphql(`
  fragment PaymentRow on Payment {
    paymentId
    product
    transactionStatus
    createdAt
    creditorNames
    totalAmount {
      amount
      currency
    }
    statusHistory {
      to
      at
      reason
    }
  }
`);

export const page = graphql(`
  query PaymentsPage($first: Int!, $after: String) {
    payments(first: $first, after: $after) {
      nodes {
        ...PaymentRow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const changes = graphql(`
  subscription PaymentChanges {
    paymentStatusChanged {
      ...PaymentRow
    }
  }
`);

export interface TableOptions {
  /** 1 to 100. */
  readonly pageSize?: number;
  /** Called whenever the table has changed. */
  readonly draw?: () => void;
  /** Milliseconds before a reconnect. */
  readonly retryMs?: number;
}

export class PaymentsTable {
  /** False while reconnecting. */
  live = false;
  /** Why the connection was last lost. */
  failure: unknown;
  readonly #bank: BankClient;
  readonly #options: Required<TableOptions>;
  readonly #closing = new AbortController();
  #rows: ReadonlyMap<string, Row> = new Map();
  /** Changes received during a read, whose pages may be older; null: no read is in progress. */
  #newChanges: Map<string, Row> | null = null;
  #loading: Promise<void> = Promise.resolve();
  #pages = 1;
  #next: string | null = null;

  constructor(bank: BankClient, options: TableOptions = {}) {
    this.#bank = bank;
    this.#options = { pageSize: 25, draw: () => undefined, retryMs: 2_000, ...options };
  }

  /** Newest first. */
  get rows(): Row[] {
    return [...this.#rows.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? 1 : -1));
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Reads and follows until the table is closed or the bank refuses the token; `failure` says why. */
  async open(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.failure = await this.#follow(signal).catch((error: unknown) => error);
      this.live = false;
      if (signal.aborted) return;
      this.#options.draw();
      if (this.failure instanceof BankFailure && this.failure.status === 401) return;
      await pause(this.#options.retryMs, signal);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  async more(): Promise<void> {
    if (this.#next === null) return;
    await this.#load('more');
    this.#pages += 1;
  }

  /** Subscribes before it reads, so that no change is missed. */
  async #follow(closing: AbortSignal): Promise<unknown> {
    const broken = new AbortController();
    let failure: unknown;
    const connected = () => {
      this.#load('anew').catch((error: unknown) => {
        failure = error;
        broken.abort();
      });
    };
    const signal = AbortSignal.any([closing, broken.signal]);
    for await (const message of this.#bank.follow(changes, {}, { signal, connected })) {
      const row = message.paymentStatusChanged;
      if (this.#newChanges) this.#newChanges.set(row.paymentId, row);
      else this.#show(this.#rows, [row]);
    }
    return failure;
  }

  /** One load at a time. Changes received meanwhile are newer than what it reads. */
  #load(how: 'anew' | 'more'): Promise<void> {
    const load = async () => {
      this.#newChanges = new Map();
      const rows = new Map(how === 'more' ? this.#rows : []);
      let pagesLeft = how === 'more' ? 1 : this.#pages;
      let after = how === 'more' ? this.#next : null;
      try {
        do {
          const { payments } = await this.#bank.execute(page, { first: this.#options.pageSize, after });
          for (const row of payments.nodes) rows.set(row.paymentId, row);
          const { hasNextPage, endCursor } = payments.pageInfo;
          after = hasNextPage ? (endCursor ?? null) : null;
          this.#next = after;
          pagesLeft -= 1;
        } while (after !== null && pagesLeft > 0);
        this.live = true;
        this.#show(rows, this.#newChanges.values());
      } catch (error) {
        this.#show(this.#rows, this.#newChanges.values());
        throw error;
      } finally {
        this.#newChanges = null;
      }
    };
    this.#loading = this.#loading.catch(() => undefined).then(load);
    return this.#loading;
  }

  /** Leaves out payments of pages that were not read yet. They come with their page. */
  #show(before: ReadonlyMap<string, Row>, changed: Iterable<Row>): void {
    const rows = new Map(before);
    const oldest = [...before.values()].map(sortKey).sort()[0] ?? '';
    for (const row of changed)
      if (this.#next === null || rows.has(row.paymentId) || sortKey(row) > oldest)
        rows.set(row.paymentId, row);
    this.#rows = rows;
    this.#options.draw();
  }
}

const sortKey = ({ createdAt, paymentId }: Row): string => `${createdAt} ${paymentId}`;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
