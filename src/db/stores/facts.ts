/** Reads everything that a write needs before it decides, in one statement. */
import { and, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { KidAgreement } from '../../domain/values/kid.ts';
import type { Facts, FactsQuery, PsuSessionRecord } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { type KeyedStatement, keyedStatement } from '../shared-reads.ts';
import { type Builder, type PlaceholdersOf, prepare, type RowOfStatement, value } from '../statement.ts';
import { psuSessions } from '../tables/authorisations.ts';
import { requestAnswers, tpps } from '../tables/payments.ts';
import { accounts } from '../tables/sandbox.ts';
import { answerColumns, toSeenRequest } from './requests.ts';

/** Each request has a key, a JSON list: X-Request-ID, PSU, session, account keys of the creditors. */
type FactsKey = readonly [
  requestId: string | null,
  psu?: string | null,
  sessionId?: string | null,
  creditorKeys?: readonly string[],
];
const requestIdOfKey = sql`wanted.key ->> 0`;
const psuOfKey = sql`wanted.key ->> 1`;
const sessionIdOfKey = sql`wanted.key ->> 2`;
const creditorKeysOfKey = sql`array(select json_array_elements_text(wanted.key -> 3))`;

const factsParameters = { tppId: tpps.tppId, keys: value<readonly string[]>() };
type FactsPlaceholders = PlaceholdersOf<typeof factsParameters>;

/** The left joins to it return a row for each key, also for an unknown TPP. */
const wantedKeys = ($: FactsPlaceholders) => sql`unnest(${$.keys}::json[]) as wanted (key)`;
const isTpp = ($: FactsPlaceholders) => eq(tpps.tppId, $.tppId);
/** The limit makes PostgreSQL use the key. Otherwise a plan from the time when the table was small might not. */
const storedAnswer = (db: Builder, $: FactsPlaceholders) =>
  db
    .select({ usedAt: requestAnswers.createdAt, ...answerColumns })
    .from(requestAnswers)
    .where(and(eq(requestAnswers.tppId, $.tppId), eq(requestAnswers.requestId, requestIdOfKey)))
    .limit(1)
    .as('answer');
const commonColumns = ({
  usedAt,
  fingerprint,
  outcomes,
  status,
  headers,
  body,
}: ReturnType<typeof storedAnswer>) => ({
  key: sql<string>`wanted.key::text`,
  clockOffset: tpps.clockOffsetMs,
  usedAt,
  fingerprint,
  outcomes,
  status,
  headers,
  body,
});

const keyOf = ({ key }: { readonly key: string }) => key;
const selectCommonFacts = keyedStatement(
  prepare(factsParameters, (db, $) => {
    const answer = storedAnswer(db, $);
    return db
      .select(commonColumns(answer))
      .from(wantedKeys($))
      .leftJoin(tpps, isTpp($))
      .leftJoinLateral(answer, sql`true`);
  }),
  keyOf,
);

const { tppId: _, recordedAt: __, ...sessionColumns } = getTableColumns(psuSessions);

/** A creation also needs the PSU's newest session and the creditors' KID agreements. */
function selectCreationFacts(psu: PgColumn) {
  const statement = prepare(factsParameters, (db, $) => {
    const answer = storedAnswer(db, $);
    const session = db
      .select(sessionColumns)
      .from(psuSessions)
      .where(
        and(eq(psuSessions.tppId, $.tppId), eq(psuSessions.sessionId, sessionIdOfKey), eq(psu, psuOfKey)),
      )
      .orderBy(desc(psuSessions.authenticatedAt))
      .limit(1)
      .as('session');
    const agreements = db
      .select({ all: sql`json_agg(json_build_array(${accounts.accountKey}, ${accounts.kidAgreement}))` })
      .from(accounts)
      .where(
        and(
          eq(accounts.tppId, $.tppId),
          sql`${accounts.accountKey} = any(${creditorKeysOfKey})`,
          isNotNull(accounts.kidAgreement),
        ),
      );
    return db
      .select({
        ...commonColumns(answer),
        psuId: session.psuId,
        sessionId: session.sessionId,
        identityNumber: session.identityNumber,
        customerId: session.customerId,
        customerNumber: session.customerNumber,
        customerType: session.customerType,
        authenticatedAt: session.authenticatedAt,
        agreements: sql<readonly (readonly [key: string, kid: KidAgreement])[] | null>`${agreements}`,
      })
      .from(wantedKeys($))
      .leftJoin(tpps, isTpp($))
      .leftJoinLateral(answer, sql`true`)
      .leftJoinLateral(session, sql`true`);
  });
  return keyedStatement(statement, keyOf);
}
const selectByPsuId = selectCreationFacts(psuSessions.psuId);
const selectByIdentity = selectCreationFacts(psuSessions.identityNumber);

/** One statement may serve several requests of the TPP. */
export async function readFacts(
  session: Session,
  tppId: string,
  { request, needs }: FactsQuery,
): Promise<Facts> {
  const requestId = request?.requestId ?? null;
  const ignoreBefore = request?.ignoreBefore ?? 0;
  if (needs === null) return toFacts(await readRow(session, selectCommonFacts, [requestId]), ignoreBefore);
  const { psuId, identityNumber, sessionId } = needs.psu;
  const statement = psuId === null ? selectByIdentity : selectByPsuId;
  const key = [requestId, psuId ?? identityNumber, sessionId, needs.creditorKeys] as const;
  const row = await readRow(session, statement, key);
  return {
    ...(await toFacts(row, ignoreBefore)),
    session: toSession(tppId, row),
    kidAgreements: new Map(row.agreements),
  };
}

async function readRow<Row>(session: Session, statement: KeyedStatement<Row>, key: FactsKey): Promise<Row> {
  const [row] = await session.byKeys(statement, [JSON.stringify(key)]);
  if (row === undefined) throw new Error('the statement has returned no row for the request');
  return row;
}

type CommonRow = RowOfStatement<typeof selectCommonFacts.statement>;
type CreationRow = RowOfStatement<typeof selectByPsuId.statement>;

async function toFacts(
  { clockOffset, usedAt, fingerprint, outcomes, ...row }: CommonRow,
  ignoreBefore: number,
): Promise<Facts> {
  const isFirstUse = usedAt === null || usedAt < ignoreBefore || fingerprint === null || outcomes === null;
  const earlierRequest = isFirstUse ? null : await toSeenRequest({ fingerprint, outcomes, ...row });
  return { clockOffset: clockOffset ?? 0, seen: earlierRequest, session: null, kidAgreements: new Map() };
}

/** The join has all columns of a session, or none. */
function toSession(tppId: string, row: CreationRow): PsuSessionRecord | null {
  const { psuId, sessionId, identityNumber, authenticatedAt } = row;
  const { customerId, customerNumber, customerType } = row;
  if (psuId === null || sessionId === null || authenticatedAt === null) return null;
  if (customerId === null || customerNumber === null || customerType === null) return null;
  const customer = { customerId, customerNumber, customerType };
  return { tppId, psuId, sessionId, identityNumber, ...customer, authenticatedAt };
}
