/** Reads in one statement what a write has to know before it decides. */
import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { foreignIbansOfKeys } from '../../domain/payments/instruction.ts';
import type { Creditor } from '../../domain/payments/kid-rule.ts';
import type { FactsQuery, Needs } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { isAnyOf, prepare, value } from '../statement.ts';
import { psuSessions } from '../tables/authorisations.ts';
import { hasValues } from '../tables/columns.ts';
import { requestAnswers, tpps } from '../tables/payments.ts';
import { accounts, electronicIbanOfAccount } from '../tables/sandbox.ts';
import { hasKeyOrIban } from './account-keys.ts';
import { sessionColumns } from './authorisations/psu-sessions.ts';
import { answerColumns, toEarlierRequest } from './requests.ts';
import { clockOffsetAfterMove } from './tpps.ts';

/** The statement starts with this row and left joins the rest, so it returns a row even if the TPP is unknown. */
const oneRow = sql`(values (1)) as one`;

const selectFacts = (psuColumn: PgColumn) => {
  const parameters = {
    tppId: tpps.tppId,
    requestId: value<string | null>(),
    psu: psuColumn,
    sessionId: value<string | null>(),
    accountKeys: value<readonly string[]>(),
    ibans: value<readonly string[]>(),
  };
  return prepare(parameters, (db, $) => {
    // An earlier use of the X-Request-ID. The limit makes PostgreSQL use the primary key, even in a plan that it made when the table
    // was small.
    const answer = db
      .select({ usedAt: requestAnswers.createdAt, ...answerColumns })
      .from(requestAnswers)
      .where(hasValues(requestAnswers, { tppId: $.tppId, requestId: $.requestId }))
      .limit(1)
      .as('answer');
    const psuSession = db
      .select(sessionColumns)
      .from(psuSessions)
      .where(and(hasValues(psuSessions, { tppId: $.tppId, sessionId: $.sessionId }), eq(psuColumn, $.psu)))
      .orderBy(desc(psuSessions.authenticatedAt))
      .limit(1)
      .as('psu_session');
    const namedAccounts = db
      .select({
        all: sql`json_agg(json_build_object('bban', ${accounts.bban}, 'iban', ${accounts.iban}, 'kidAgreement', ${accounts.kidAgreement}))`,
      })
      .from(accounts)
      .where(
        and(
          eq(accounts.tppId, $.tppId),
          hasKeyOrIban($.accountKeys, $.ibans),
          // The check of the KID needs accounts with a KID agreement. The search for logical duplicates needs accounts that the request names
          // by a foreign IBAN, because it cannot compute the BBAN of such an account from the IBAN.
          or(isNotNull(accounts.kidAgreement), isAnyOf(electronicIbanOfAccount, $.ibans)),
        ),
      );
    return db
      .select({
        clockOffset: tpps.clockOffsetMs,
        clockOffsetAfterMove,
        answer: answer._.selectedFields,
        session: psuSession._.selectedFields,
        accounts: sql<readonly Creditor[] | null>`${namedAccounts}`,
      })
      .from(oneRow)
      .leftJoin(tpps, eq(tpps.tppId, $.tppId))
      .leftJoinLateral(answer, sql`true`)
      .leftJoinLateral(psuSession, sql`true`);
  });
};
const selectByPsuId = selectFacts(psuSessions.psuId);
const selectByIdentity = selectFacts(psuSessions.identityNumber);

const noNeeds: Needs = { psu: { psuId: null, identityNumber: null, sessionId: null }, accountKeys: [] };

export async function readFacts(session: Session, tppId: string, { request, needs }: FactsQuery) {
  const { psu, accountKeys } = needs ?? noNeeds;
  const row = await session.first(psu.psuId === null ? selectByIdentity : selectByPsuId, {
    tppId,
    requestId: request?.requestId ?? null,
    psu: psu.psuId ?? psu.identityNumber,
    sessionId: psu.sessionId,
    accountKeys,
    ibans: foreignIbansOfKeys(accountKeys),
  });
  if (row === null) throw new Error('the statement has returned no row');
  const { answer } = row;
  const isFirstUse = answer === null || answer.usedAt < (request?.ignoreBefore ?? 0);
  return {
    clockOffset: row.clockOffset ?? 0,
    clockOffsetAfterMove: row.clockOffsetAfterMove ?? 0,
    earlierRequest: isFirstUse ? null : await toEarlierRequest(answer),
    session: row.session,
    accounts: row.accounts ?? [],
  };
}
