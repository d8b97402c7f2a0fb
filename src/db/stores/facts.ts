/** Reads everything that a write needs before it decides, in one statement. */
import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { ibansOfKeys } from '../../domain/payments/instruction.ts';
import type { Creditor } from '../../domain/payments/kid-rule.ts';
import type { Facts, FactsQuery, PsuSessionRecord } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { prepare, value } from '../statement.ts';
import { psuSessions } from '../tables/authorisations.ts';
import { requestAnswers, tpps } from '../tables/payments.ts';
import { accounts } from '../tables/sandbox.ts';
import { hasKeyOrIban } from './account-keys.ts';
import { type AnswerRow, answerColumns, toEarlierRequest } from './requests.ts';

const parameters = {
  tppId: tpps.tppId,
  requestId: value<string | null>(),
  psuId: value<string | null>(),
  identityNumber: value<string | null>(),
  sessionId: value<string | null>(),
  creditorKeys: value<readonly string[]>(),
  creditorIbans: value<readonly string[]>(),
};

const selectFacts = prepare(parameters, (db, $) => {
  const { psuId, identityNumber, sessionId } = psuSessions;
  const session = db
    .select()
    .from(psuSessions)
    .where(
      and(
        eq(psuSessions.tppId, $.tppId),
        eq(sessionId, $.sessionId),
        or(eq(psuId, $.psuId), eq(identityNumber, $.identityNumber)),
      ),
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
  return (
    db
      .select({
        ...answerColumns,
        clockOffset: tpps.clockOffsetMs,
        usedAt: requestAnswers.createdAt,
        psuId: session.psuId,
        sessionId: session.sessionId,
        identityNumber: session.identityNumber,
        customerId: session.customerId,
        customerNumber: session.customerNumber,
        customerType: session.customerType,
        authenticatedAt: session.authenticatedAt,
        creditors: sql<readonly Creditor[] | null>`${creditors}`,
      })
      // A table of one row, so that the left joins return a row for an unknown TPP too.
      .from(sql`(values (1)) as one`)
      .leftJoin(tpps, eq(tpps.tppId, $.tppId))
      .leftJoin(
        requestAnswers,
        and(eq(requestAnswers.tppId, $.tppId), eq(requestAnswers.requestId, $.requestId)),
      )
      .leftJoinLateral(session, sql`true`)
  );
});

const noPsu = { psuId: null, identityNumber: null, sessionId: null };

export async function readFacts(
  session: Session,
  tppId: string,
  { request, needs }: FactsQuery,
): Promise<Facts> {
  const { psu, creditorKeys } = needs ?? { psu: noPsu, creditorKeys: [] };
  const row = await session.first(selectFacts, {
    tppId,
    requestId: request?.requestId ?? null,
    ...psu,
    // The session is that of the PSU-ID, if there is one.
    identityNumber: psu.psuId === null ? psu.identityNumber : null,
    creditorKeys,
    creditorIbans: ibansOfKeys(creditorKeys),
  });
  if (row === null) throw new Error('the statement has returned no row');
  const { clockOffset, creditors, usedAt, fingerprint, outcomes, status, headers, body, ...psuSession } = row;
  const isUsed = usedAt !== null && usedAt >= (request?.ignoreBefore ?? 0);
  return {
    clockOffset: clockOffset ?? 0,
    // The row has all columns of an answer or none, and likewise of a session.
    earlierRequest: isUsed
      ? await toEarlierRequest({ fingerprint, outcomes, status, headers, body } as AnswerRow)
      : null,
    session: psuSession.psuId === null ? null : ({ tppId, ...psuSession } as PsuSessionRecord),
    creditors: creditors ?? [],
  };
}
