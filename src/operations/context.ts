/** The shape of an operation, and what it may use while it runs. The wrapper around every one is operation.ts. */
import type { Product } from '../domain/payments/product.ts';
import type { PsuRequest } from '../domain/psu.ts';
import type { Reason } from '../domain/refusal.ts';
import type { IsoDate } from '../domain/values/calendar.ts';
import type { Bank, Ids, RequestKey, Stores } from './ports.ts';

/** Who asks: a TPP whose certificate or token has been verified. */
export interface Caller {
  readonly tppId: string;
  readonly name: string;
  /** PSD2 roles; null when the certificate does not speak of roles. */
  readonly roles: readonly string[] | null;
}

export interface Operation<Input, Outcome> {
  /** The one name: file, export, mutation, span and audit entry. */
  readonly name: string;
  /** The PSD2 role it needs; null for the sandbox. */
  readonly role: 'PSP_PI' | null;
  readonly kind: 'read' | 'write';
  /** Every reason for which it may refuse, besides those of shape and signature; a test asks for a case of each. */
  readonly refusals: readonly Reason[];
  run(context: Context, input: Input): Promise<Outcome>;
}

export interface Settings {
  readonly sandbox: boolean;
  /** Base of absolute links, without a trailing slash. */
  readonly publicUrl: string;
  readonly products: readonly Product[];
}

/** What an operation may use while it runs. */
export interface Context {
  readonly caller: Caller;
  readonly psu: PsuRequest;
  readonly stores: Stores;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly bank: Bank;
  /** The TPP's time, epoch milliseconds: real time plus the offset of its sandbox clock. */
  readonly now: number;
  /** Real time, epoch milliseconds: for the sandbox clock alone. */
  readonly realNow: number;
  /** The TPP's day in Europe/Oslo. */
  readonly today: IsoDate;
}

export interface Call {
  readonly caller: Caller;
  readonly psu: PsuRequest;
  /** null: a read, or a caller that has not signed and sent no X-Request-ID. */
  readonly request: RequestKey | null;
}
