/** Stores whose methods are made once per process: most transactions call one or two of them. */
import type { PaymentStatus } from '../domain/payments/status.ts';
import type { Session } from './client.ts';

/** The `this` of such methods. */
export interface OnSession {
  readonly session: Session;
  /** Told of payments that are new or have moved, with a status for each that is to be counted once that is committed. */
  readonly changed: (
    tppId: string,
    paymentIds: readonly string[],
    statuses: readonly PaymentStatus[],
  ) => void;
}

export function storeOf<Store extends object>(methods: Store) {
  class Made implements OnSession {
    readonly session: Session;
    readonly changed: OnSession['changed'];

    constructor(session: Session, changed: OnSession['changed']) {
      this.session = session;
      this.changed = changed;
    }
  }
  Object.assign(Made.prototype, methods);
  return (session: Session, changed: OnSession['changed']): Store =>
    new Made(session, changed) as unknown as Store;
}
