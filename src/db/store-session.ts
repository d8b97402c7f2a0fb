/** A session for stores that collects which payments were changed in it, and their new statuses. */
import type { PaymentStatus } from '../domain/payments/status.ts';
import type { Session } from './client.ts';
import type { Changes } from './news.ts';

export class StoreSession implements Session {
  readonly #session: Session;
  readonly #changes: Changes | null;
  /** One for each payment that is new or has moved, to be counted once that is committed. */
  readonly statuses: PaymentStatus[] = [];

  /** `changes` null: outside a transaction, where no payment changes. */
  constructor(session: Session, changes: Changes | null) {
    this.#session = session;
    this.#changes = changes;
  }

  get db(): Session['db'] {
    return this.#session.db;
  }

  readonly run: Session['run'] = (text, values) => this.#session.run(text, values);
  readonly rows: Session['rows'] = (selection, values) => this.#session.rows(selection, values);
  readonly byKeys: Session['byKeys'] = (selection, keys, tppId) =>
    this.#session.byKeys(selection, keys, tppId);
  readonly insert: Session['insert'] = (into, row) => this.#session.insert(into, row);

  changed(tppId: string, paymentIds: readonly string[], statuses: readonly PaymentStatus[]): void {
    if (this.#changes === null) throw new Error('payments change in transactions alone');
    this.#changes.set(tppId, [...(this.#changes.get(tppId) ?? []), ...paymentIds]);
    for (const status of statuses) this.statuses.push(status);
  }
}

/** The `this` of a store's methods. */
export interface OnSession {
  readonly session: StoreSession;
}

/** Makes stores whose methods are made once per process: most transactions call one or two of them. */
export function storeOf<Store extends object>(methods: Store): (session: StoreSession) => Store {
  class Made implements OnSession {
    readonly session: StoreSession;

    constructor(session: StoreSession) {
      this.session = session;
    }
  }
  Object.assign(Made.prototype, methods);
  return (session) => new Made(session) as unknown as Store;
}
