/** What a write must know before it decides, read in one statement, each part by a key. */
import { and, desc, eq, getTableColumns, gte, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { KidAgreement } from '../../domain/values/kid.ts';
import type { Facts, Needs, PsuSessionRecord, Question } from '../../operations/ports/stores.ts';
import { among } from '../statements/among.ts';
import { given, kept, type PlaceholdersOf, type RowIn } from '../statements/kept.ts';
import type { Session } from '../statements/session.ts';
import { psuSessions } from '../tables/authorisations.ts';
import { requestAnswers, tpps } from '../tables/payments.ts';
import { remoteResources } from '../tables/remote.ts';
import { accounts } from '../tables/sandbox.ts';
import { answerColumns, toSeen } from './requests.ts';

const asked = {
  tppId: tpps.tppId,
  requestId: given<string | null>(),
  forgetBefore: requestAnswers.createdAt,
};
/** One row, so that a TPP that is not known gets an answer too. */
const asker = ($: PlaceholdersOf<typeof asked>) => sql`(select ${$.tppId}::text as tpp_id) as asker`;
const tppId = sql`asker.tpp_id`;
const ofTpp = eq(tpps.tppId, tppId);
const ofRequest = ($: PlaceholdersOf<typeof asked>) =>
  and(
    eq(requestAnswers.tppId, tppId),
    eq(requestAnswers.requestId, $.requestId),
    gte(requestAnswers.createdAt, $.forgetBefore),
  );
const always = { clockOffset: tpps.clockOffsetMs, ...answerColumns };

const plain = kept(asked, (db, $) =>
  db.select(always).from(asker($)).leftJoin(tpps, ofTpp).leftJoin(requestAnswers, ofRequest($)),
);

/** For a creation at a remote bank, also the id under which that bank knows the PSU. */
const ofRemoteCreation = kept({ ...asked, psuId: remoteResources.id }, (db, $) =>
  db
    .select({ ...always, remotePsuId: remoteResources.reference })
    .from(asker($))
    .leftJoin(tpps, ofTpp)
    .leftJoin(requestAnswers, ofRequest($))
    .leftJoin(
      remoteResources,
      and(eq(remoteResources.tppId, tppId), eq(remoteResources.kind, 'PSU'), eq(remoteResources.id, $.psuId)),
    ),
);

const { tppId: _, recordedAt: __, ...sessionColumns } = getTableColumns(psuSessions);

/** For a creation, also the PSU's newest session and the KID agreements of the creditors. */
const ofCreation = (who: PgColumn) => {
  const parameters = {
    ...asked,
    who,
    sessionId: given<string | null>(),
    creditorKeys: given<readonly string[]>(),
  };
  return kept(parameters, (db, $) => {
    const session = db
      .select(sessionColumns)
      .from(psuSessions)
      .where(and(eq(psuSessions.tppId, tppId), eq(psuSessions.sessionId, $.sessionId), eq(who, $.who)))
      .orderBy(desc(psuSessions.authenticatedAt))
      .limit(1)
      .as('session');
    const agreements = db
      .select({ all: sql`json_agg(json_build_array(${accounts.accountKey}, ${accounts.kidAgreement}))` })
      .from(accounts)
      .where(
        and(
          eq(accounts.tppId, tppId),
          among(accounts.accountKey, $.creditorKeys),
          isNotNull(accounts.kidAgreement),
        ),
      );
    return db
      .select({
        ...always,
        psuId: session.psuId,
        sessionId: session.sessionId,
        identityNumber: session.identityNumber,
        customerId: session.customerId,
        customerNumber: session.customerNumber,
        customerType: session.customerType,
        authenticatedAt: session.authenticatedAt,
        agreements: sql<readonly (readonly [key: string, kid: KidAgreement])[] | null>`${agreements}`,
      })
      .from(asker($))
      .leftJoin(tpps, ofTpp)
      .leftJoin(requestAnswers, ofRequest($))
      .leftJoinLateral(session, sql`true`);
  });
};
const byPsuId = ofCreation(psuSessions.psuId);
const byIdentity = ofCreation(psuSessions.identityNumber);

export async function readFacts(
  session: Session,
  tppId: string,
  { request, needs, psusAtBank }: Question,
): Promise<Facts> {
  const about = { tppId, requestId: request?.requestId ?? null, forgetBefore: request?.forgetBefore ?? 0 };
  if (needs === null) return factsIn(there(await session.first(plain, about)));
  const { psu } = needs;
  if (psusAtBank) {
    const row = there(await session.first(ofRemoteCreation, { ...about, psuId: psu.psuId ?? '' }));
    return { ...(await factsIn(row)), remotePsuId: row.remotePsuId };
  }
  const row = there(await readOfCreation(session, about, needs));
  return {
    ...(await factsIn(row)),
    session: sessionIn(tppId, row),
    kidAgreements: new Map(row.agreements),
  };
}

const readOfCreation = (
  session: Session,
  about: { readonly tppId: string; readonly requestId: string | null; readonly forgetBefore: number },
  { psu: { psuId, identityNumber, sessionId }, creditorKeys }: Needs,
) =>
  session.first(psuId === null ? byIdentity : byPsuId, {
    ...about,
    who: psuId ?? identityNumber,
    sessionId,
    creditorKeys,
  });

type PlainRow = RowIn<typeof plain>;
type CreationRow = RowIn<typeof byPsuId>;

function there<Row>(row: Row | null): Row {
  if (row === null) throw new Error('a question without conditions had no answer');
  return row;
}

async function factsIn({ clockOffset, fingerprint, outcomes, ...row }: PlainRow): Promise<Facts> {
  const seen =
    fingerprint === null || outcomes === null ? null : await toSeen({ fingerprint, outcomes, ...row });
  return { clockOffset: clockOffset ?? 0, seen, session: null, kidAgreements: new Map() };
}

/** The join finds all of a session or nothing. */
function sessionIn(tppId: string, row: CreationRow): PsuSessionRecord | null {
  const { psuId, sessionId, identityNumber, authenticatedAt } = row;
  const { customerId, customerNumber, customerType } = row;
  if (psuId === null || sessionId === null || authenticatedAt === null) return null;
  if (customerId === null || customerNumber === null || customerType === null) return null;
  const customer = { customerId, customerNumber, customerType };
  return { tppId, psuId, sessionId, identityNumber, ...customer, authenticatedAt };
}
