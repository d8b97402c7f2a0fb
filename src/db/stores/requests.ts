/**
 * What is stored under an X-Request-ID: the response, here called answer, or the outcomes of mutations until there is a
 * response. Of two requests with one X-Request-ID, the second insert waits for the first.
 */
import { and, eq, gte, isNull, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { EarlierRequest, RequestStore } from '../../operations/ports/stores.ts';
import { insertInto } from '../inserts.ts';
import type { Session } from '../session.ts';
import { prepare } from '../statement.ts';
import { pickColumns } from '../tables/columns.ts';
import { requestAnswers } from '../tables/payments.ts';
import { deleteOldRows } from './old-rows.ts';
import { pack, unpack } from './packed-answers.ts';

const { tppId, requestId, fingerprint, outcomes, status, createdAt } = requestAnswers;

export const answerColumns = pickColumns(requestAnswers, [
  'fingerprint',
  'outcomes',
  'status',
  'headers',
  'body',
]);

type AnswerRow = Pick<typeof requestAnswers.$inferSelect, keyof typeof answerColumns>;

export async function toEarlierRequest({
  fingerprint,
  outcomes,
  status,
  headers,
  body,
}: AnswerRow): Promise<EarlierRequest> {
  const answer =
    status !== null && headers !== null && body !== null ? await unpack({ status, headers, body }) : null;
  return { fingerprint, outcomes, answer };
}

const insertAnswer = insertInto(requestAnswers);
const keyParameters = { tppId, requestId };
const hasKey = (key: Record<keyof typeof keyParameters, string | SQLWrapper>) =>
  and(eq(tppId, key.tppId), eq(requestId, key.requestId));

const selectAnswer = prepare({ ...keyParameters, since: createdAt }, (db, $) =>
  db
    .select(answerColumns)
    .from(requestAnswers)
    .where(and(hasKey($), gte(createdAt, $.since))),
);
const updateAnswer = prepare(
  { ...keyParameters, status, headers: requestAnswers.headers, body: requestAnswers.body },
  (db, $) =>
    db
      .update(requestAnswers)
      .set({ status: $.status, headers: $.headers, body: $.body })
      .where(and(hasKey($), isNull(status))),
);

export const createRequestStore = (session: Session): RequestStore => ({
  async insert(key, result, now) {
    const content = 'answer' in result ? result.answer : { outcomes: { [result.field]: result.outcome } };
    await session.insert(insertAnswer, { outcomes: {}, ...key, ...content, createdAt: now });
  },

  async addOutcome(key, field, outcome) {
    const outcomeText = JSON.stringify(outcome);
    const updatedRows = await session.db
      .update(requestAnswers)
      .set({ outcomes: sql`${outcomes} || jsonb_build_object(${field}::text, ${outcomeText}::text::jsonb)` })
      .where(and(hasKey(key), eq(fingerprint, key.fingerprint), sql`not ${outcomes} ? ${field}`))
      .returning({ requestId });
    return updatedRows.length > 0;
  },

  async deleteIfOld(key, before) {
    await session.db.delete(requestAnswers).where(and(hasKey(key), lt(createdAt, before)));
  },

  async find(tppId, requestId, since) {
    const row = await session.first(selectAnswer, { tppId, requestId, since });
    return row && toEarlierRequest(row);
  },

  async saveAnswer(key, { status, headers, body }) {
    const packedAnswer = await pack({ status, headers, body });
    if ((await session.run(updateAnswer, { ...key, ...packedAnswer })) > 0) return null;
    // Another request was first. Its answer counts.
    const row = await session.first(selectAnswer, { ...key, since: 0 });
    return row && (await toEarlierRequest(row)).answer;
  },

  deleteOld: (before, limit) => deleteOldRows(session, [createdAt], before, limit),
});
