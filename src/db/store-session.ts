/** What stores work on: a session, and a note of the payments that they change in it. */
import type { Session } from './client.ts';
import type { Changes } from './news.ts';

export class StoreSession implements Session {
  readonly #session: Session;
  readonly #changes: Changes | null;

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
  readonly insert: Session['insert'] = (into, row) => this.#session.insert(into, row);

  changed(tppId: string, paymentIds: readonly string[]): void {
    if (this.#changes === null) throw new Error('payments change in transactions alone');
    this.#changes.set(tppId, [...(this.#changes.get(tppId) ?? []), ...paymentIds]);
  }
}
