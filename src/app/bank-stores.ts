/** The stores of all banks and of the identity provider. Every service has all of them, to delete old rows of a former bank. */
import { createOrderStore } from '../bank/core/db/orders.ts';
import { createReportStore } from '../bank/core/db/reports.ts';
import { createBankQueueStore } from '../bank/db/queue.ts';
import { createRemoteStore, duplicateReferenceRefusal } from '../bank/upstream/db/store.ts';
import type { BankStores } from '../db/unit-of-work.ts';
import { retentionMs } from '../domain/authorisations/authorisation.ts';
import type { DeleteOld } from '../housekeeping/delete-old.ts';
import { createAuthenticationRequestStore } from '../identity-provider/db/store.ts';
import { requestIdsKeptMs } from '../operations/idempotent.ts';

export const bankStores: BankStores = {
  makers: {
    bankQueue: createBankQueueStore,
    remote: createRemoteStore,
    orders: createOrderStore,
    reports: createReportStore,
    authenticationRequests: createAuthenticationRequestStore,
  },
  constraintRefusals: [duplicateReferenceRefusal],
};

export const deleteOldBankRows: readonly DeleteOld[] = [
  ({ remote }, now, maxRows) => remote.deleteOldAuthorisations(now - retentionMs.otherAuthorisation, maxRows),
  ({ remote }, now, maxRows) => {
    const times = { createdBefore: now - retentionMs.login, requestedBefore: now - requestIdsKeptMs };
    return remote.deleteOldAddresses(times, maxRows);
  },
  ({ reports }, now, maxRows) => reports.deleteOld(now - retentionMs.otherAuthorisation, maxRows),
];
