/** Stores requests to the identity provider. The caller locks the authorisation before it changes a row. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import { excludedValues } from '../../db/inserts.ts';
import type { Session } from '../../db/session.ts';
import { type PlaceholdersOf, prepare } from '../../db/statement.ts';
import { rowUpdater } from '../../db/stores/changes.ts';
import { authenticationRequests as requests } from '../../db/tables/authorisations.ts';
import type { AuthenticationRequestStore } from '../ports.ts';

const columns = getTableColumns(requests);
const { tppId, authorisationId, stateHash } = columns;
const update = rowUpdater(requests, tppId, authorisationId);
const keyColumns = { tppId, authorisationId };
const withName = ($: PlaceholdersOf<typeof keyColumns>) =>
  and(eq(tppId, $.tppId), eq(authorisationId, $.authorisationId));

const upsert = prepare(columns, (db, $) =>
  db
    .insert(requests)
    .values($)
    .onConflictDoUpdate({
      target: [tppId, authorisationId],
      set: excludedValues(columns, [tppId, authorisationId]),
    }),
);
const ofAuthorisation = prepare(keyColumns, (db, $) => db.select(columns).from(requests).where(withName($)));
const ofState = prepare({ stateHash }, (db, $) =>
  db.select(columns).from(requests).where(eq(stateHash, $.stateHash)),
);
const dropped = prepare(keyColumns, (db, $) => db.delete(requests).where(withName($)));

export const createAuthenticationRequestStore = (session: Session): AuthenticationRequestStore => ({
  async put(request) {
    await session.run(upsert, request);
  },
  find: (authorisationId) => session.first(ofAuthorisation, { tppId: session.tppId, authorisationId }),
  withState: (stateHash) => session.first(ofState, { stateHash }),
  update: (authorisationId, change) => update(session, authorisationId, change),
  async drop(authorisationId) {
    await session.run(dropped, { tppId: session.tppId, authorisationId });
  },
});
