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

const upsert = prepare(columns, (db, values) =>
  db
    .insert(requests)
    .values(values)
    .onConflictDoUpdate({
      target: Object.values(keyColumns),
      set: excludedValues(columns, Object.values(keyColumns)),
    }),
);
const selectByAuthorisation = prepare(keyColumns, (db, key) =>
  db.select(columns).from(requests).where(hasValues(requests, key)),
);
const deleteRequest = prepare(keyColumns, (db, key) => db.delete(requests).where(hasValues(requests, key)));

export const createAuthenticationRequestStore = (session: Session): AuthenticationRequestStore => ({
  async put(request) {
    await session.run(upsert, request);
  },
  find: (authorisationId) => session.first(selectByAuthorisation, { tppId: session.tppId, authorisationId }),
  async update(authorisationId, change) {
    const isRequest = hasValues(requests, { tppId: session.tppId, authorisationId });
    await session.db.update(requests).set(change).where(isRequest);
  },
  async delete(authorisationId) {
    await session.run(deleteRequest, { tppId: session.tppId, authorisationId });
  },
});
