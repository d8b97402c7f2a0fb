/** Reads everything that a write needs before it decides, in one statement. */
import { and, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { KidAgreement } from '../../domain/values/kid.ts';
import type { Facts, Needs, PsuSessionRecord, Question } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import {
  type Builder,
  isAnyOf,
  type PlaceholdersOf,
  prepare,
  type RowOfStatement,
  value,
} from '../statement.ts';
import { psuSessions } from '../tables/authorisations.ts';
import { requestAnswers, tpps } from '../tables/payments.ts';
import { accounts } from '../tables/sandbox.ts';
import { answerColumns, toSeen } from './requests.ts';

const factsParameters = { tppId: tpps.tppId, requestId: value<string | null>() };
type FactsQuery = PlaceholdersOf<typeof factsParameters>;

/** One row, so that an unknown TPP gets a result too. */
const one = sql`(values (1)) as one`;
const ofTpp = ($: FactsQuery) => eq(tpps.tppId, $.tppId);
/** The limit makes PostgreSQL use the key, even with a plan from when the table was small. */
const answerTo = (db: Builder, $: FactsQuery) =>
  db
    .select({ usedAt: requestAnswers.createdAt, ...answerColumns })
    .from(requestAnswers)
    .where(and(eq(requestAnswers.tppId, $.tppId), eq(requestAnswers.requestId, $.requestId)))
    .limit(1)
    .as('answer');
const always = ({ usedAt, fingerprint, outcomes, status, headers, body }: ReturnType<typeof answerTo>) => ({
  clockOffset: tpps.clockOffsetMs,
  usedAt,
  fingerprint,
  outcomes,
  status,
  headers,
  body,
});

const plain = prepare(factsParameters, (db, $) => {
  const answer = answerTo(db, $);
  return db.select(always(answer)).from(one).leftJoin(tpps, ofTpp($)).leftJoinLateral(answer, sql`true`);
});

const { tppId: _, recordedAt: __, ...sessionColumns } = getTableColumns(psuSessions);

/** A creation also needs the PSU's newest session and the creditors' KID agreements. */
const ofCreation = (who: PgColumn) => {
  const parameters = {
    ...factsParameters,
    who,
    sessionId: value<string | null>(),
    creditorKeys: value<readonly string[]>(),
  };
  return prepare(parameters, (db, $) => {
    const answer = answerTo(db, $);
    const session = db
      .select(sessionColumns)
      .from(psuSessions)
      .where(and(eq(psuSessions.tppId, $.tppId), eq(psuSessions.sessionId, $.sessionId), eq(who, $.who)))
      .orderBy(desc(psuSessions.authenticatedAt))
      .limit(1)
      .as('session');
    const agreements = db
      .select({ all: sql`json_agg(json_build_array(${accounts.accountKey}, ${accounts.kidAgreement}))` })
      .from(accounts)
      .where(
        and(
          eq(accounts.tppId, $.tppId),
          isAnyOf(accounts.accountKey, $.creditorKeys),
          isNotNull(accounts.kidAgreement),
        ),
      );
    return db
      .select({
        ...always(answer),
        psuId: session.psuId,
        sessionId: session.sessionId,
        identityNumber: session.identityNumber,
        customerId: session.customerId,
        customerNumber: session.customerNumber,
        customerType: session.customerType,
        authenticatedAt: session.authenticatedAt,
        agreements: sql<readonly (readonly [key: string, kid: KidAgreement])[] | null>`${agreements}`,
      })
      .from(one)
      .leftJoin(tpps, ofTpp($))
      .leftJoinLateral(answer, sql`true`)
      .leftJoinLateral(session, sql`true`);
  });
};
const byPsuId = ofCreation(psuSessions.psuId);
const byIdentity = ofCreation(psuSessions.identityNumber);

export async function readFacts(
  session: Session,
  tppId: string,
  { request, needs }: Question,
): Promise<Facts> {
  const about = { tppId, requestId: request?.requestId ?? null };
  const forgetBefore = request?.forgetBefore ?? 0;
  if (needs === null) return factsIn(there(await session.first(plain, about)), forgetBefore);
  const row = there(await readOfCreation(session, about, needs));
  return {
    ...(await factsIn(row, forgetBefore)),
    session: sessionIn(tppId, row),
    kidAgreements: new Map(row.agreements),
  };
}

const readOfCreation = (
  session: Session,
  about: { readonly tppId: string; readonly requestId: string | null },
  { psu: { psuId, identityNumber, sessionId }, creditorKeys }: Needs,
) =>
  session.first(psuId === null ? byIdentity : byPsuId, {
    ...about,
    who: psuId ?? identityNumber,
    sessionId,
    creditorKeys,
  });

type PlainRow = RowOfStatement<typeof plain>;
type CreationRow = RowOfStatement<typeof byPsuId>;

function there<Row>(row: Row | null): Row {
  if (row === null) throw new Error('a question without conditions had no answer');
  return row;
}

async function factsIn(
  { clockOffset, usedAt, fingerprint, outcomes, ...row }: PlainRow,
  forgetBefore: number,
): Promise<Facts> {
  const isOld = usedAt === null || usedAt < forgetBefore || fingerprint === null || outcomes === null;
  const earlierRequest = isOld ? null : await toSeen({ fingerprint, outcomes, ...row });
  return { clockOffset: clockOffset ?? 0, seen: earlierRequest, session: null, kidAgreements: new Map() };
}

/** The join has all columns of a session, or none. */
function sessionIn(tppId: string, row: CreationRow): PsuSessionRecord | null {
  const { psuId, sessionId, identityNumber, authenticatedAt } = row;
  const { customerId, customerNumber, customerType } = row;
  if (psuId === null || sessionId === null || authenticatedAt === null) return null;
  if (customerId === null || customerNumber === null || customerType === null) return null;
  const customer = { customerId, customerNumber, customerType };
  return { tppId, psuId, sessionId, identityNumber, ...customer, authenticatedAt };
}
