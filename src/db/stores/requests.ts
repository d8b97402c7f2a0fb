/** Stored responses by X-Request-ID. The primary key decides between two requests: the second insert waits for the first. */
import { and, eq, gte, isNull, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { RequestStore, SeenRequest } from '../../operations/ports/stores.ts';
import { insertInto } from '../inserts.ts';
import type { Session } from '../session.ts';
import { prepare, value } from '../statement.ts';
import { pickColumns } from '../tables/columns.ts';
import { requestAnswers } from '../tables/payments.ts';
import { deletingOld } from './old-rows.ts';
import { packed, unpacked } from './packed-answers.ts';

const { tppId, requestId, fingerprint, outcomes, status, createdAt } = requestAnswers;

export const answerColumns = pickColumns(requestAnswers, [
  'fingerprint',
  'outcomes',
  'status',
  'headers',
  'body',
]);

type AnswerRow = Pick<typeof requestAnswers.$inferSelect, keyof typeof answerColumns>;

export async function toSeen({
  fingerprint,
  outcomes,
  status,
  headers,
  body,
}: AnswerRow): Promise<SeenRequest> {
  const answer =
    status !== null && headers !== null && body !== null ? await unpacked({ status, headers, body }) : null;
  return { fingerprint, outcomes, answer };
}

const intoRequests = insertInto(requestAnswers);
const keyParameters = { tppId, requestId };
const withKey = ($: Record<keyof typeof keyParameters, SQLWrapper>) =>
  and(eq(tppId, $.tppId), eq(requestId, $.requestId));

const recentAnswer = prepare({ ...keyParameters, since: createdAt }, (db, $) =>
  db
    .select(answerColumns)
    .from(requestAnswers)
    .where(and(withKey($), gte(createdAt, $.since))),
);
const outcomeAdded = prepare(
  { ...keyParameters, fingerprint, field: value<string>(), outcome: value<string>() },
  (db, $) =>
    db
      .update(requestAnswers)
      .set({ outcomes: sql`${outcomes} || jsonb_build_object(${$.field}::text, ${$.outcome}::text::jsonb)` })
      .where(and(withKey($), eq(fingerprint, $.fingerprint), sql`not ${outcomes} ? ${$.field}`)),
);
const forgotten = prepare({ ...keyParameters, before: createdAt }, (db, $) =>
  db.delete(requestAnswers).where(and(withKey($), lt(createdAt, $.before))),
);
const answerUpdate = prepare(
  { ...keyParameters, status, headers: requestAnswers.headers, body: requestAnswers.body },
  (db, $) =>
    db
      .update(requestAnswers)
      .set({ status: $.status, headers: $.headers, body: $.body })
      .where(and(withKey($), isNull(status))),
);
const deleteOld = deletingOld([createdAt]);

export const createRequestStore = (session: Session): RequestStore => ({
  async keep(key, what, now) {
    const content = 'answer' in what ? what.answer : { outcomes: { [what.field]: what.outcome } };
    await session.insert(intoRequests, { outcomes: {}, ...key, ...content, createdAt: now });
  },

  async addOutcome(key, field, outcome) {
    const rowCount = await session.run(outcomeAdded, { ...key, field, outcome: JSON.stringify(outcome) });
    return rowCount > 0;
  },

  async forgetOne(key, before) {
    await session.run(forgotten, { ...key, before });
  },

  async find(tppId, requestId, since) {
    const row = await session.first(recentAnswer, { tppId, requestId, since });
    return row && toSeen(row);
  },

  async saveAnswer(key, { status, headers, body }) {
    const packedAnswer = await packed({ status, headers, body });
    if ((await session.run(answerUpdate, { ...key, ...packedAnswer })) > 0) return null;
    const row = await session.first(recentAnswer, { ...key, since: 0 });
    return row && (await toSeen(row)).answer;
  },

  forget: (before, limit) => deleteOld(session, before, limit),
});
