import type { z } from 'zod';
import { readJson } from '../../domain/values/json.ts';
import { readRetryAfterSeconds } from '../../domain/values/retry-after.ts';
import { type RemoteAnswer, TransportFailure } from '../remote-calls/http.ts';
import {
  type CallReporter,
  endingOfStatus,
  misfitRefusal,
  raiseAlarm,
  readBody,
  refuseFailure,
  refuseMisfit,
  resultOfAnswer,
} from '../remote-calls/reading.ts';
import { RemoteRefusal, temporaryRefusal } from '../remote-calls/refusals.ts';
import type { CallResult } from '../remote-calls/remote-client.ts';

export type CoreReporter = CallReporter<'CERTIFICATE' | 'REQUEST' | 'SERVER_CERTIFICATE'>;

/** The statuses that a call expects. null: this service ignores the body. */
export type BodySchemas = Readonly<Record<number, z.ZodType | null>>;

/** TOO_LARGE: `receivedBytes` are only the beginning of the body. */
export class UnreadableAnswer extends RemoteRefusal {
  readonly why: 'TOO_LARGE' | 'NO_JSON';
  readonly receivedBytes: Uint8Array;

  constructor(why: UnreadableAnswer['why'], receivedBytes: Uint8Array) {
    super('MAYBE_DONE', misfitRefusal(why));
    this.why = why;
    this.receivedBytes = receivedBytes;
  }
}

export function readAnswer(
  reporter: CoreReporter,
  operation: string,
  answer: RemoteAnswer | TransportFailure,
  schemas: BodySchemas,
): CallResult<unknown> {
  if (!(answer instanceof TransportFailure))
    return readResponse(reporter, operation, schemas, answer, { isTooLarge: false });
  const { partialAnswer } = answer;
  if (partialAnswer === null) return refuseFailure(reporter, { operation }, answer);
  // A failure has a partial response only if the body was too large.
  return readResponse(reporter, operation, schemas, partialAnswer, { isTooLarge: true });
}

/** An unreadable body does no harm if the schema is null, or accepts `undefined`, which the schema gets in place of the body. */
function readResponse(
  reporter: CoreReporter,
  operation: string,
  schemas: BodySchemas,
  answer: RemoteAnswer,
  { isTooLarge }: { readonly isTooLarge: boolean },
): CallResult<unknown> {
  const { status, bytes, header } = answer;
  const schema = schemas[status];
  if (schema === undefined) return refuseStatus(reporter, operation, answer);
  // A gateway may send its page with a status of success, or with 404 while the core restarts. Then the core has said nothing.
  if ((status < 300 || status === 404) && /^text\/html\b/i.test(header('content-type') ?? ''))
    return refuseMisfit(reporter, { operation, status, why: 'HTML' });
  if (schema === null) return resultOfAnswer(status, null);
  const json = isTooLarge ? null : readJson(bytes);
  const reading = readBody(schema, json?.ok ? json.value : undefined);
  if (reading.fits) return resultOfAnswer(status, reading.body);
  if (json?.ok) return refuseMisfit(reporter, { operation, status, why: reading.why });
  const why = isTooLarge ? 'TOO_LARGE' : 'NO_JSON';
  return refuseMisfit(reporter, { operation, status, why }, new UnreadableAnswer(why, bytes));
}

function refuseStatus(
  reporter: CoreReporter,
  operation: string,
  { status, header }: RemoteAnswer,
): CallResult<never> {
  const fields = { operation, status };
  if (status === 401 || status === 403) return raiseAlarm(reporter, 'CERTIFICATE', fields);
  const isTemporary = status >= 500 || status === 408 || status === 429;
  // With a status of success that the operation does not expect, the core may have the order.
  if (!isTemporary)
    return raiseAlarm(reporter, 'REQUEST', fields, { effect: status < 300 ? 'MAYBE_DONE' : 'NOT_DONE' });
  reporter.notice('call to the core failed', fields);
  const retryAfterSeconds = readRetryAfterSeconds(header('retry-after'), reporter.now());
  const refusal = temporaryRefusal(status, retryAfterSeconds);
  return { outcome: 'FAILED', ending: endingOfStatus(status), refusal };
}
