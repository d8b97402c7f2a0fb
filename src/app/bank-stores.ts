/** The stores of all banks and of the identity provider: old rows are deleted whichever bank is in use now. */
import { createOrderStore } from '../bank/core/db/orders.ts';
import { createReportStore } from '../bank/core/db/reports.ts';
import { createWorkStore } from '../bank/db/work.ts';
import { createRemoteStore, duplicateReference } from '../bank/upstream/db/store.ts';
import type { BankStores } from '../db/unit-of-work.ts';
import { retentionMs } from '../domain/authorisations/authorisation.ts';
import type { ForgetOld } from '../housekeeping/forget.ts';
import { createAuthenticationRequestStore } from '../identity-provider/db/store.ts';

export const bankStores: BankStores = {
  makers: {
    work: createWorkStore,
    remote: createRemoteStore,
    orders: createOrderStore,
    reports: createReportStore,
    authenticationRequests: createAuthenticationRequestStore,
  },
  refusals: [duplicateReference],
};

export const deleteOldBankRows: readonly ForgetOld[] = [
  ({ remote }, now, rows) => remote.deleteOldAuthorisations(now - retentionMs.authorisation, rows),
  ({ remote }, now, rows) => remote.deleteOldAddresses(now - retentionMs.LOGIN, rows),
  ({ reports }, now, rows) => reports.deleteOld(now - retentionMs.authorisation, rows),
];
