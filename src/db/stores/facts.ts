/** Reads everything that a write needs before it decides, in one statement. */
import { and, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ibansOfKeys } from '../../domain/payments/instruction.ts';
import type { Creditor } from '../../domain/payments/kid-rule.ts';
import type { Facts, FactsQuery, Needs, PsuSessionRecord } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { type Builder, type PlaceholdersOf, prepare, type RowOfStatement, value } from '../statement.ts';
import { psuSessions } from '../tables/authorisations.ts';
import { requestAnswers, tpps } from '../tables/payments.ts';
import { accounts } from '../tables/sandbox.ts';
import { hasKeyOrIban } from './account-keys.ts';
import { answerColumns, toEarlierRequest } from './requests.ts';

const factsParameters = { tppId: tpps.tppId, requestId: value<string | null>() };
type FactsPlaceholders = PlaceholdersOf<typeof factsParameters>;

/** A table of one row, so that left joins to it return a row for an unknown TPP too. */
const oneRow = sql`(values (1)) as one`;
const isTpp = ($: FactsPlaceholders) => eq(tpps.tppId, $.tppId);
/** The limit makes PostgreSQL use the key. Otherwise it might use a plan from the time when the table was small. */
const storedAnswer = (db: Builder, $: FactsPlaceholders) =>
  db
    .select({ usedAt: requestAnswers.createdAt, ...answerColumns })
    .from(requestAnswers)
    .where(and(eq(requestAnswers.tppId, $.tppId), eq(requestAnswers.requestId, $.requestId)))
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
  clockOffset: tpps.clockOffsetMs,
  usedAt,
  fingerprint,
  outcomes,
  status,
  headers,
  body,
});

const selectCommonFacts = prepare(factsParameters, (db, $) => {
  const answer = storedAnswer(db, $);
  return db
    .select(commonColumns(answer))
    .from(oneRow)
    .leftJoin(tpps, isTpp($))
    .leftJoinLateral(answer, sql`true`);
});

const { tppId: _, recordedAt: __, ...sessionColumns } = getTableColumns(psuSessions);

/** A creation also needs the newest session of the PSU whom the column identifies, and the creditors' KID agreements. */
const selectCreationFacts = (psuColumn: PgColumn) => {
  const parameters = {
    ...factsParameters,
    psu: psuColumn,
    sessionId: value<string | null>(),
    creditorKeys: value<readonly string[]>(),
    creditorIbans: value<readonly string[]>(),
  };
  return prepare(parameters, (db, $) => {
    const answer = storedAnswer(db, $);
    const session = db
      .select(sessionColumns)
      .from(psuSessions)
      .where(
        and(eq(psuSessions.tppId, $.tppId), eq(psuSessions.sessionId, $.sessionId), eq(psuColumn, $.psu)),
      )
      .orderBy(desc(psuSessions.authenticatedAt))
      .limit(1)
      .as('session');
    const { bban, iban, kidAgreement } = accounts;
    const creditors = db
      .select({
        all: sql`json_agg(json_build_object('bban', ${bban}, 'iban', ${iban}, 'kidAgreement', ${kidAgreement}))`,
      })
      .from(accounts)
      .where(
        and(
          eq(accounts.tppId, $.tppId),
          hasKeyOrIban($.creditorKeys, $.creditorIbans),
          isNotNull(kidAgreement),
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
        creditors: sql<readonly Creditor[] | null>`${creditors}`,
      })
      .from(oneRow)
      .leftJoin(tpps, isTpp($))
      .leftJoinLateral(answer, sql`true`)
      .leftJoinLateral(session, sql`true`);
  });
};
const selectByPsuId = selectCreationFacts(psuSessions.psuId);
const selectByIdentity = selectCreationFacts(psuSessions.identityNumber);

export async function readFacts(
  session: Session,
  tppId: string,
  { request, needs }: FactsQuery,
): Promise<Facts> {
  const parameters = { tppId, requestId: request?.requestId ?? null };
  const ignoreBefore = request?.ignoreBefore ?? 0;
  if (needs === null)
    return toFacts(requireRow(await session.first(selectCommonFacts, parameters)), ignoreBefore);
  const row = requireRow(await readCreationFacts(session, parameters, needs));
  return {
    ...(await toFacts(row, ignoreBefore)),
    session: toSession(tppId, row),
    creditors: row.creditors ?? [],
  };
}

const readCreationFacts = (
  session: Session,
  parameters: { readonly tppId: string; readonly requestId: string | null },
  { psu: { psuId, identityNumber, sessionId }, creditorKeys }: Needs,
) =>
  session.first(psuId === null ? selectByIdentity : selectByPsuId, {
    ...parameters,
    psu: psuId ?? identityNumber,
    sessionId,
    creditorKeys,
    creditorIbans: ibansOfKeys(creditorKeys),
  });

type CommonRow = RowOfStatement<typeof selectCommonFacts>;
type CreationRow = RowOfStatement<typeof selectByPsuId>;

function requireRow<Row>(row: Row | null): Row {
  if (row === null) throw new Error('the statement has returned no row');
  return row;
}

async function toFacts(
  { clockOffset, usedAt, fingerprint, outcomes, ...row }: CommonRow,
  ignoreBefore: number,
): Promise<Facts> {
  const isFirstUse = usedAt === null || usedAt < ignoreBefore || fingerprint === null || outcomes === null;
  const earlierRequest = isFirstUse ? null : await toEarlierRequest({ fingerprint, outcomes, ...row });
  return { clockOffset: clockOffset ?? 0, earlierRequest, session: null, creditors: [] };
}

/** The row has all columns of a session, or none. */
function toSession(tppId: string, row: CreationRow): PsuSessionRecord | null {
  const { psuId, sessionId, identityNumber, authenticatedAt } = row;
  const { customerId, customerNumber, customerType } = row;
  if (psuId === null || sessionId === null || authenticatedAt === null) return null;
  if (customerId === null || customerNumber === null || customerType === null) return null;
  const customer = { customerId, customerNumber, customerType };
  return { tppId, psuId, sessionId, identityNumber, ...customer, authenticatedAt };
}
