/** Answer: the response that is stored under an X-Request-ID. A second insert of the same X-Request-ID waits for the first. */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { and, eq, getTableColumns, gte, isNull, lt, sql } from 'drizzle-orm';
import type {
  EarlierRequest,
  RequestKey,
  RequestStore,
  StoredAnswer,
} from '../../operations/ports/stores.ts';
import { insertInto } from '../inserts.ts';
import { firstRow, type Session } from '../session.ts';
import { hasValues } from '../tables/columns.ts';
import { requestAnswers } from '../tables/payments.ts';
import { deleteOldRows } from './old-rows.ts';

const { tppId: _, requestId: __, createdAt, ...columns } = getTableColumns(requestAnswers);
export const answerColumns = columns;

const minPackedBytes = 1_024;
const encodingHeader = 'content-encoding';
/** The lowest quality that finds distant repetitions. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/**
 * Compresses a long response to a GraphQL document. Responses of REST are stored without compression. The header marks the compression,
 * because a process of an older release sends header and body as they are stored. Then the TPP decompresses the body.
 */
async function pack(answer: StoredAnswer): Promise<StoredAnswer> {
  const { headers, body } = answer;
  if (body.length < minPackedBytes) return answer;
  return {
    ...answer,
    headers: { ...headers, [encodingHeader]: 'br' },
    body: await compress(body, compression),
  };
}

async function unpack(answer: StoredAnswer): Promise<StoredAnswer> {
  const { [encodingHeader]: encoding, ...headers } = answer.headers;
  return encoding === 'br' ? { ...answer, headers, body: await decompress(answer.body) } : answer;
}

type AnswerRow = Pick<typeof requestAnswers.$inferSelect, keyof typeof answerColumns>;

export async function toEarlierRequest(row: AnswerRow): Promise<EarlierRequest> {
  const { fingerprint, outcomes, status, headers, body } = row;
  const hasAnswer = status !== null && headers !== null && body !== null;
  return { fingerprint, outcomes, answer: hasAnswer ? await unpack({ status, headers, body }) : null };
}

const insertAnswer = insertInto(requestAnswers);
const hasKey = ({ tppId, requestId }: Pick<RequestKey, 'tppId' | 'requestId'>) =>
  hasValues(requestAnswers, { tppId, requestId });

async function findRequest({ db }: Session, key: Pick<RequestKey, 'tppId' | 'requestId'>, since: number) {
  const isRecent = and(hasKey(key), gte(createdAt, since));
  const row = await firstRow(db.select(answerColumns).from(requestAnswers).where(isRecent));
  return row && toEarlierRequest(row);
}

export const createRequestStore = (session: Session): RequestStore => ({
  async insert(key, result, now) {
    const content = 'answer' in result ? result.answer : { outcomes: { [result.field]: result.outcome } };
    await session.insert(insertAnswer, { outcomes: {}, ...key, ...content, createdAt: now });
  },

  async addOutcome(key, field, outcome) {
    const outcomeText = JSON.stringify(outcome);
    const update = session.db
      .update(requestAnswers)
      .set({
        outcomes: sql`${requestAnswers.outcomes} || jsonb_build_object(${field}::text, ${outcomeText}::text::jsonb)`,
      })
      .where(
        and(
          hasKey(key),
          eq(requestAnswers.fingerprint, key.fingerprint),
          sql`not ${requestAnswers.outcomes} ? ${field}`,
        ),
      );
    return (await session.rowCount(update)) > 0;
  },

  async deleteIfOld(key, before) {
    await session.db.delete(requestAnswers).where(and(hasKey(key), lt(createdAt, before)));
  },

  find: (tppId, requestId, since) => findRequest(session, { tppId, requestId }, since),

  async saveAnswer(key, answer) {
    const hasNoAnswer = and(hasKey(key), isNull(answerColumns.status));
    const update = session.db
      .update(requestAnswers)
      .set(await pack(answer))
      .where(hasNoAnswer);
    if ((await session.rowCount(update)) > 0) return null;
    // All equal requests get the answer that was stored first.
    return (await findRequest(session, key, 0))?.answer ?? null;
  },

  deleteOld: (before, limit) => deleteOldRows(session, [createdAt], before, limit),
});
