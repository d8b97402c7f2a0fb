/** Reads an error of the bank. Its body may have the form of this interface or of Berlin Group, or be missing. */
import { z } from 'zod';
import { catalogue, type Reason, Refusal, type TppMessage } from '../../domain/refusal.ts';
import type { Json } from '../../domain/values/json.ts';
import { isLoopback } from '../../domain/values/loopback.ts';
import { readRetryAfterSeconds } from '../../domain/values/retry-after.ts';
import type { RemoteAnswer } from '../remote-calls/http.ts';
import { readBody } from '../remote-calls/reading.ts';
import { RemoteRefusal, temporaryRefusal, unavailableRefusal } from '../remote-calls/refusals.ts';
import type { OutgoingCall } from './calls.ts';
import { type Meaning, meaningOf, meaningOfStatus } from './error-codes.ts';
import { anyLink, messageText } from './lenient.ts';
import { type BankMessage, bankMessages, toPlainMessage } from './messages.ts';
import type { AlarmKind, Challenge } from './refusals.ts';

const errorBody = z.object({
  id: z.uuid().optional().catch(undefined),
  code: z.string().max(100).optional().catch(undefined),
  message: messageText.optional().catch(undefined),
  detail: messageText.optional().catch(undefined),
  tppMessages: bankMessages.optional().catch(undefined),
  _links: z.object({ scaRedirect: anyLink.optional() }).optional().catch(undefined),
});
type ErrorBody = z.infer<typeof errorBody>;

type ErrorOutcome =
  | { readonly outcome: 'CHALLENGED'; readonly answer: Challenge }
  | { readonly outcome: 'REFUSED' | 'FAILED'; readonly refusal: RemoteRefusal }
  | { readonly outcome: 'ALARM'; readonly alarm: AlarmKind };

/** `code` and `errorId` may be logged. */
export type ErrorReading = ErrorOutcome & {
  readonly code: string | undefined;
  readonly errorId: string | undefined;
};

export function readError(
  call: OutgoingCall,
  answer: RemoteAnswer,
  json: Json,
  { base, now }: { readonly base: string; readonly now: () => number },
): ErrorReading {
  const { status } = answer;
  const reading = readBody(errorBody, json.value);
  const body: ErrorBody = reading.fits ? reading.body : {};
  const faults = faultsOf(body);
  const meaningByStatus = meaningOfStatus(status, call.operation, { isFromGateway: !json.ok });
  // With a temporary status such as 503, the codes are ignored.
  const relevantFaults = 'unavailable' in meaningByStatus ? [] : faults;
  const meanings = relevantFaults.flatMap(({ code = '', path }) => meaningOf(code, path) ?? []);
  const alarmMeaning = meanings.find((candidate) => 'alarm' in candidate);
  const href = body._links?.scaRedirect?.href;
  const isChallenge = alarmMeaning === undefined && status === 401 && href !== undefined;
  const meaning = alarmMeaning ?? meanings[0] ?? meaningByStatus;
  const outcome = isChallenge
    ? readChallenge(resolvePsuUrl(href, base), meanings[0])
    : outcomeOfMeaning(call, answer, faults, meaning, now());
  return { ...outcome, code: loggableCode(faults[0]?.code), errorId: body.id };
}

function outcomeOfMeaning(
  call: OutgoingCall,
  { status, header }: RemoteAnswer,
  faults: readonly BankMessage[],
  meaning: Meaning,
  now: number,
): ErrorOutcome {
  if ('alarm' in meaning) return { outcome: 'ALARM', alarm: meaning.alarm };
  const retryAfter = readRetryAfterSeconds(header('retry-after'), now);
  if ('unavailable' in meaning) return { outcome: 'FAILED', refusal: temporaryRefusal(status, retryAfter) };
  // CONFLICT with Retry-After means that the bank still processes an earlier request with the same X-Request-ID.
  if (meaning.reason === 'CONFLICT' && retryAfter !== undefined)
    return failWith('MAYBE_DONE', 'an earlier request is in progress', retryAfter);
  // Without scaRedirect the PSU cannot log in, so the call has failed.
  if (meaning.reason === 'SCA_REQUIRED' || meaning.reason === 'SCA_EXPIRED')
    return failWith('NOT_DONE', 'challenge without scaRedirect');
  const refusal = new Refusal(meaning.reason, messagesFor(faults, meaning.reason, listIdsAtBank(call)));
  return { outcome: 'REFUSED', refusal: new RemoteRefusal('NOT_DONE', refusal) };
}

const failWith = (...refusalParts: Parameters<typeof unavailableRefusal>) =>
  ({ outcome: 'FAILED', refusal: unavailableRefusal(...refusalParts) }) as const;

/** `scaRedirect` is null if the address in the response is not allowed. */
function readChallenge(scaRedirect: string | null, meaning: Meaning | undefined) {
  if (scaRedirect === null) return failWith('NOT_DONE', 'scaRedirect is not an address for a PSU');
  const reason = meaning !== undefined && 'reason' in meaning ? meaning.reason : 'SCA_REQUIRED';
  const isExpired = reason === 'SCA_EXPIRED' || reason === 'CONSENT_EXPIRED';
  const challenge = { reason: isExpired ? 'SCA_EXPIRED' : 'SCA_REQUIRED', scaRedirect } as const;
  return { outcome: 'CHALLENGED', answer: { status: 401, challenge } } as const;
}

/** If no error message has a code, the body itself is the only message. */
function faultsOf({ tppMessages = [], code, message, detail }: ErrorBody): readonly BankMessage[] {
  const errors = tppMessages.filter((tppMessage) => tppMessage.category?.toUpperCase() !== 'WARNING');
  const errorsWithCode = errors.filter((error) => error.code !== undefined);
  return errorsWithCode.length > 0 ? errorsWithCode : [{ code, text: message ?? detail }];
}

/** A message with an unknown code gets the code of the refusal. */
function messagesFor(
  faults: readonly BankMessage[],
  refusalReason: Reason,
  ids: readonly string[],
): readonly TppMessage[] {
  return faults.map((fault) => {
    const meaning = meaningOf(fault.code ?? '', fault.path);
    const reason = meaning !== null && 'reason' in meaning ? meaning.reason : refusalReason;
    const { code, text: defaultText } = catalogue[reason];
    return { category: 'ERROR', code, ...toPlainMessage(fault, defaultText, ids) };
  });
}

/** Only codes in capitals are logged, because other texts may contain personal data. */
const loggableCode = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Z_]{1,50}$/.test(code) ? code : undefined;

/** The ids at the bank that a TPP must not see. */
export const listIdsAtBank = (
  { parameters, paymentReferences, requestId, headers }: OutgoingCall,
  body: object = {},
): readonly string[] => [
  ...Object.entries({ ...parameters, ...body }).flatMap(([name, id]) =>
    name.endsWith('Id') && typeof id === 'string' ? [id] : [],
  ),
  ...paymentReferences,
  requestId,
  ...['PSU-ID', 'TPP-Session-ID'].flatMap((name) => headers[name] ?? []),
];

/** Allows https, and http on a loopback host if `base` is http too. null: another address, or one with a user or password. */
export function resolvePsuUrl(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  if (url.username !== '' || url.password !== '') return null;
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname) && base.startsWith('http:');
  return url.protocol === 'https:' || isLocal ? url.href : null;
}
