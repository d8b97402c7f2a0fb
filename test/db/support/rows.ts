/** Rows of two TPPs for tests of stores. */

import postgres from 'postgres';
import { afterAll, beforeAll } from 'vitest';
import { bankStores } from '../../../src/app/bank-stores.ts';
import { createUnitOfWork } from '../../../src/db/unit-of-work.ts';
import type {
  AuthorisationRecord,
  BasketRecord,
  Facts,
  Needs,
  PaymentRecord,
  SharedWork,
  Stores,
} from '../../../src/operations/ports/stores.ts';
import { cloneDatabase } from '../../support/database.ts';
import { engine } from '../../support/left-out.ts';
import { openWatchedDatabase, type WatchedDatabase } from '../../support/watched-database.ts';

export const ours = 'PSDNO-FSA-OURS';
export const theirs = 'PSDNO-FSA-THEIRS';
export const start = Date.parse('2030-01-07T12:00:00Z');
export const minute = 60_000;

export interface Storeroom {
  readonly sql: postgres.Sql;
  readonly work: SharedWork;
  readonly database: WatchedDatabase;
  readonly read: Stores;
  stop(): Promise<void>;
}

export async function openStoreroom(): Promise<Storeroom> {
  const url = await cloneDatabase();
  const database = openWatchedDatabase({ url, poolSize: 4, engine });
  const sql = postgres(url, { max: 2, onnotice: () => undefined });
  const shared = createUnitOfWork(database, bankStores);
  for (const tppId of [ours, theirs])
    await shared.transaction((stores) => stores.tpps.register(tppId, tppId));
  const { stores: read, transaction } = shared.of(ours);
  const work = { ...shared, stores: read, transaction };
  const stop = async () => {
    await Promise.all([database.close(), sql.end({ timeout: 1 })]);
  };
  return { sql, work, database, read, stop };
}

/** One database for all tests of a file. */
export function shareStoreroom(): Storeroom {
  const room = {} as Storeroom;
  beforeAll(async () => {
    Object.assign(room, await openStoreroom());
  });
  afterAll(() => room.stop());
  return room;
}

/** The preconditions of a write of this TPP. */
export const factsOf = (room: Storeroom, needs: Needs | null, tppId = ours): Promise<Facts> =>
  room.work.of(tppId).facts({ request: null, needs });

export const payment = (paymentId: string, change: Partial<PaymentRecord> = {}): PaymentRecord => ({
  paymentId,
  tppId: ours,
  product: 'NDCT',
  status: 'RCVD',
  psuId: null,
  identityNumber: null,
  sessionId: null,
  psuContext: null,
  corporateId: null,
  redirectUri: null,
  redirectPreferred: true,
  brand: null,
  authMethodPreferred: null,
  amount: '100.00000',
  currency: 'NOK',
  debtorAccount: { bban: '1', currency: 'NOK' },
  debtorKey: 'bban:1',
  payer: null,
  debtorName: null,
  fee: null,
  creditorName: 'Kari',
  requestedDate: null,
  fundsAvailable: null,
  instruction: {
    debtorAccount: { bban: '1', currency: 'NOK' },
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Kari',
    creditorAccount: { bban: '2', currency: 'NOK' },
  },
  fingerprint: `fingerprint of ${paymentId}`,
  createdAt: start,
  updatedAt: start,
  ...change,
});

export const basket = (basketId: string, change: Partial<BasketRecord> = {}): BasketRecord => ({
  basketId,
  tppId: ours,
  psuId: null,
  identityNumber: null,
  sessionId: null,
  psuContext: null,
  corporateId: null,
  redirectUri: 'https://tpp.example/',
  redirectPreferred: true,
  state: 'OPEN',
  createdAt: start,
  ...change,
});

export const authorisation = (
  authorisationId: string,
  change: Partial<AuthorisationRecord> = {},
): AuthorisationRecord => ({
  authorisationId,
  tppId: ours,
  kind: 'LOGIN',
  paymentId: null,
  basketId: null,
  scaStatus: 'started',
  endReason: null,
  linkToken: `link of ${authorisationId}`,
  implicit: false,
  opened: false,
  psuId: null,
  identityNumber: null,
  sessionId: null,
  psuContext: null,
  corporateId: null,
  redirectUri: 'https://tpp.example/',
  redirectPreferred: true,
  brand: null,
  authMethodPreferred: null,
  language: null,
  customerId: null,
  agreementId: null,
  code: '123456',
  codeBinding: 'binding',
  wrongAttempts: 0,
  wrongCodes: 0,
  browserHash: null,
  createdAt: start,
  expiresAt: start + 15 * minute,
  endedAt: null,
  ...change,
});
