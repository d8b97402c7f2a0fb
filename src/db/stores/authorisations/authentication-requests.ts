/** Requests to an identity provider, one row for each authorisation. Its authorisation is locked while a row changes. */
import { eq, getTableColumns } from 'drizzle-orm';
import type { AuthenticationRequestStore } from '../../../operations/authorisations/ports.ts';
import { kept } from '../../statements/kept.ts';
import type { Session } from '../../statements/session.ts';
import { updating } from '../../statements/update.ts';
import { authenticationRequests as requests } from '../../tables/authorisations.ts';

const columns = getTableColumns(requests);
const { authorisationId, stateHash } = columns;
const update = updating(requests, authorisationId);

const placed = kept(columns, (db, $) =>
  db.insert(requests).values($).onConflictDoUpdate({ target: authorisationId, set: $ }),
);
const ofAuthorisation = kept({ authorisationId }, (db, $) =>
  db.select(columns).from(requests).where(eq(authorisationId, $.authorisationId)),
);
const ofState = kept({ stateHash }, (db, $) =>
  db.select(columns).from(requests).where(eq(stateHash, $.stateHash)),
);
const dropped = kept({ authorisationId }, (db, $) =>
  db.delete(requests).where(eq(authorisationId, $.authorisationId)),
);

export const createAuthenticationRequestStore = (session: Session): AuthenticationRequestStore => ({
  async put(request) {
    await session.run(placed, request);
  },
  find: (authorisationId) => session.first(ofAuthorisation, { authorisationId }),
  withState: (stateHash) => session.first(ofState, { stateHash }),
  update: (authorisationId, change) => update(session, authorisationId, change),
  async drop(authorisationId) {
    await session.run(dropped, { authorisationId });
  },
});
