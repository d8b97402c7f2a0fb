/** Lock the authorisation before you change its authentication request. */
import { getTableColumns } from 'drizzle-orm';
import { excludedValues } from '../../db/inserts.ts';
import type { Session } from '../../db/session.ts';
import { prepare } from '../../db/statement.ts';
import { authenticationRequests as requests } from '../../db/tables/authorisations.ts';
import { hasValues } from '../../db/tables/columns.ts';
import type { AuthenticationRequestStore } from '../ports.ts';

const columns = getTableColumns(requests);
const keyColumns = { tppId: columns.tppId, authorisationId: columns.authorisationId };

const upsert = prepare(columns, (db, $) =>
  db
    .insert(requests)
    .values($)
    .onConflictDoUpdate({
      target: Object.values(keyColumns),
      set: excludedValues(columns, Object.values(keyColumns)),
    }),
);
const selectByAuthorisation = prepare(keyColumns, (db, $) =>
  db.select(columns).from(requests).where(hasValues(requests, $)),
);
const deleteRequest = prepare(keyColumns, (db, $) => db.delete(requests).where(hasValues(requests, $)));

export const createAuthenticationRequestStore = (session: Session): AuthenticationRequestStore => ({
  async put(request) {
    await session.run(upsert, request);
  },
  find: (authorisationId) => session.first(selectByAuthorisation, { tppId: session.tppId, authorisationId }),
  async update(id, change) {
    const isRequest = hasValues(requests, { tppId: session.tppId, authorisationId: id });
    await session.db.update(requests).set(change).where(isRequest);
  },
  async delete(authorisationId) {
    await session.run(deleteRequest, { tppId: session.tppId, authorisationId });
  },
});
