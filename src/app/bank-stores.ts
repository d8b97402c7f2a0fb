/** Stores of all banks and of the identity provider, whatever `BANK` is: the service deletes old rows of a bank that it used before. */
import { createOrderStore } from '../bank/core/db/orders.ts';
import { createReportStore } from '../bank/core/db/reports.ts';
import { orderStore, reportStore } from '../bank/core/orders/ports.ts';
import { createBankQueueStore } from '../bank/db/queue.ts';
import { bankQueueStore } from '../bank/ports.ts';
import { createRemoteStore, duplicateReferenceRefusal } from '../bank/upstream/db/store.ts';
import { remoteStore } from '../bank/upstream/ports.ts';
import { type BankStores, makerOf } from '../db/unit-of-work.ts';
import { retentionMs } from '../domain/authorisations/authorisation.ts';
import type { DeleteOld } from '../housekeeping/delete-old.ts';
import { createAuthenticationRequestStore } from '../identity-provider/db/store.ts';
import { authenticationRequestStore } from '../identity-provider/ports.ts';
import { requestIdsKeptMs } from '../operations/idempotent.ts';

export const bankStores: BankStores = {
  makers: {
    ...makerOf(bankQueueStore, createBankQueueStore),
    ...makerOf(remoteStore, createRemoteStore),
    ...makerOf(orderStore, createOrderStore),
    ...makerOf(reportStore, createReportStore),
    ...makerOf(authenticationRequestStore, createAuthenticationRequestStore),
  },
  constraintRefusals: [duplicateReferenceRefusal],
};

export const deleteOldBankRows: readonly DeleteOld[] = [
  (stores, now, rows) =>
    stores.get(remoteStore).deleteOldAuthorisations(now - retentionMs.otherAuthorisation, rows),
  (stores, now, rows) => {
    // A basket keeps the IP address of its PSU, because a repeated call to the bank must send the same address. The address is deleted if
    // the basket was created before `createdBefore`, and no call has been made since `requestedBefore`.
    const times = { createdBefore: now - retentionMs.login, requestedBefore: now - requestIdsKeptMs };
    return stores.get(remoteStore).deleteOldIpAddresses(times, rows);
  },
  (stores, now, rows) => stores.get(reportStore).deleteOld(now - retentionMs.otherAuthorisation, rows),
];
