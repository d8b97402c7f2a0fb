/** Answers kept for X-Request-ID. The primary key is the arbiter: a second claim waits for the first to end. */
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { RequestStore, SeenRequest } from '../../operations/ports.ts';
import type { Session } from '../client.ts';
import { insertionInto } from '../insertion.ts';
import { requestAnswers } from '../tables/payments.ts';

type Row = typeof requestAnswers.$inferSelect;

function toSeen(row: Row): SeenRequest {
  const { status, headers, body } = row;
  const answer = status !== null && headers !== null && body !== null ? { status, headers, body } : null;
  return { fingerprint: row.fingerprint, outcomes: row.outcomes, answer };
}

const intoRequests = insertionInto(requestAnswers);

export function createRequestStore(session: Session): RequestStore {
  const { db } = session;
  const named = (tppId: string, requestId: string) =>
    and(eq(requestAnswers.tppId, tppId), eq(requestAnswers.requestId, requestId));
  return {
    async keep(key, what, now) {
      const none = { status: null, headers: null, body: null };
      const answer = 'answer' in what ? what.answer : none;
      const outcomes = 'answer' in what ? {} : { [what.field]: what.outcome };
      await session.insert(intoRequests, { ...key, ...answer, outcomes, createdAt: new Date(now) } as Row);
    },

    async addOutcome(key, field, outcome) {
      const added = await session.run(
        `update request_answers set outcomes = outcomes || jsonb_build_object($4::text, $5::text::jsonb)
         where tpp_id = $1 and request_id = $2 and fingerprint = $3 and not outcomes ? $4 returning 1`,
        [key.tppId, key.requestId, key.fingerprint, field, JSON.stringify(outcome)],
      );
      return added.length > 0;
    },

    async forgetOne(key, before) {
      await db
        .delete(requestAnswers)
        .where(and(named(key.tppId, key.requestId), lt(requestAnswers.createdAt, new Date(before))));
    },

    async find(tppId, requestId, forgetBefore) {
      const [row] = await db
        .select()
        .from(requestAnswers)
        .where(and(named(tppId, requestId), gte(requestAnswers.createdAt, new Date(forgetBefore))));
      return row ? toSeen(row) : null;
    },

    async saveAnswer(key, answer) {
      await db
        .update(requestAnswers)
        .set({ status: answer.status, headers: { ...answer.headers }, body: answer.body })
        .where(named(key.tppId, key.requestId));
    },

    async forget(before, limit) {
      const gone = await db.execute(sql`
        delete from request_answers where ctid = any(array(
          select ctid from request_answers where created_at < ${new Date(before).toISOString()}::timestamptz limit ${limit}))`);
      return gone.rowCount ?? 0;
    },
  };
}
