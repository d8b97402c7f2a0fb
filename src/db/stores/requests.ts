/** Answers kept for X-Request-ID. The primary key decides between two requests: the second insert waits for the first. */
import type { RequestStore, SeenRequest } from '../../operations/ports/stores.ts';
import type { Session } from '../connections/client.ts';
import { deleteSome } from '../statements/delete-some.ts';
import { insertionInto } from '../statements/insertion.ts';
import { columnsOf } from '../statements/selection.ts';
import { requestAnswers } from '../tables/payments.ts';

export type AnswerRow = Pick<
  typeof requestAnswers.$inferSelect,
  'fingerprint' | 'outcomes' | 'status' | 'headers' | 'body'
>;

/** What an X-Request-ID was used for, out of its row. */
export function toSeen(row: AnswerRow): SeenRequest {
  const { status, headers, body } = row;
  const answer = status !== null && headers !== null && body !== null ? { status, headers, body } : null;
  return { fingerprint: row.fingerprint, outcomes: row.outcomes, answer };
}

const intoRequests = insertionInto(requestAnswers);
const { names, read } = columnsOf(requestAnswers);
const used = {
  text: `select ${names()} from request_answers where tpp_id = $1 and request_id = $2 and created_at >= $3`,
  read,
};

export function createRequestStore(session: Session): RequestStore {
  return {
    async keep(key, what, now) {
      const kept = 'answer' in what ? what.answer : { outcomes: { [what.field]: what.outcome } };
      await session.insert(intoRequests, { outcomes: {}, ...key, ...kept, createdAt: now });
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
      await session.run(
        'delete from request_answers where tpp_id = $1 and request_id = $2 and created_at < $3',
        [key.tppId, key.requestId, new Date(before)],
      );
    },

    async find(tppId, requestId, forgetBefore) {
      const [row] = await session.rows(used, [tppId, requestId, new Date(forgetBefore)]);
      return row ? toSeen(row) : null;
    },

    async saveAnswer(key, answer) {
      const { status, headers, body } = answer;
      const kept = await session.run(
        `update request_answers set status = $3, headers = $4, body = $5
         where tpp_id = $1 and request_id = $2 and status is null returning 1`,
        [key.tppId, key.requestId, status, JSON.stringify(headers), body],
      );
      if (kept.length > 0) return null;
      const [row] = await session.rows(used, [key.tppId, key.requestId, new Date(0)]);
      return row ? toSeen(row).answer : null;
    },

    forget: (before, limit) => deleteSome(session.db, [requestAnswers.createdAt], before, limit),
  };
}
