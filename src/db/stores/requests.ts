/** Answers kept for X-Request-ID. The primary key is the arbiter: a second claim waits for the first to end. */
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { RequestStore, SeenRequest } from '../../operations/ports.ts';
import type { Executor } from '../client.ts';
import { requestAnswers } from '../tables/payments.ts';

type Row = typeof requestAnswers.$inferSelect;

function toSeen(row: Row): SeenRequest {
  const { status, headers, body } = row;
  const answer = status !== null && headers !== null && body !== null ? { status, headers, body } : null;
  return { fingerprint: row.fingerprint, outcomes: row.outcomes, answer };
}

export function createRequestStore(db: Executor): RequestStore {
  const named = (tppId: string, requestId: string) =>
    and(eq(requestAnswers.tppId, tppId), eq(requestAnswers.requestId, requestId));
  return {
    async claim(key, now, forgetBefore) {
      const fresh = {
        fingerprint: key.fingerprint,
        outcomes: {},
        status: null,
        headers: null,
        body: null,
        createdAt: new Date(now),
      };
      const claimed = await db
        .insert(requestAnswers)
        .values({ tppId: key.tppId, requestId: key.requestId, ...fresh })
        .onConflictDoUpdate({
          target: [requestAnswers.tppId, requestAnswers.requestId],
          set: fresh,
          setWhere: lt(requestAnswers.createdAt, new Date(forgetBefore)),
        })
        .returning({ requestId: requestAnswers.requestId });
      if (claimed.length > 0) return null;
      const [row] = await db
        .select()
        .from(requestAnswers)
        .where(named(key.tppId, key.requestId))
        .for('update');
      return row ? toSeen(row) : null;
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

    async saveOutcome(key, field, outcome) {
      await db
        .update(requestAnswers)
        .set({
          outcomes: sql`${requestAnswers.outcomes} || jsonb_build_object(${field}::text, ${JSON.stringify(outcome)}::text::jsonb)`,
        })
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
