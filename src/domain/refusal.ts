/**
 * The error catalogue: every reason for which the service says no, with the code and the HTTP status it carries.
 * Both doors and docs/errors.md are views of this one table; nothing else in the source names a status for a refusal.
 * Start at `catalogue`; throw with `refuse`, or with `refuseAll` when several faults are reported together.
 */
import { boundedText } from './values/text.ts';

/** By reason: the HTTP status, the text, and the code where it is not the reason itself. */
const rows = {
  FORMAT_ERROR: { status: 400, text: 'A field is missing, malformed or breaks a rule.' },
  BAD_REQUEST: { status: 400, text: 'The request cannot be understood.' },
  HTTP_HEADER_REQUIRED: { status: 400, text: 'A required header is missing.' },
  QUERY_PARAMETER_REQUIRED: { status: 400, text: 'A required query parameter is missing.' },
  KID_MISSING: { status: 400, text: 'The creditor requires a KID, and the payment has no KID.' },
  KID_INVALID: { status: 400, text: 'The KID does not match the KID agreement of the creditor.' },
  EXECUTION_DATE_INVALID: {
    status: 400,
    text: 'The execution date is in the past, or the plan has no execution date.',
  },
  REFERENCE_MIX_INVALID: { status: 400, text: 'These payments cannot share a signing basket.' },
  PAYMENT_FAILED: { status: 400, text: 'The payment could not be carried out.' },
  SCA_INVALID: { status: 400, text: 'The authentication data is not valid.' },
  SCA_REQUIRED: {
    code: 'PSU_CREDENTIALS_INVALID',
    status: 401,
    text: 'The PSU must authenticate first: send the PSU to the link scaRedirect.',
  },
  SCA_EXPIRED: {
    status: 401,
    text: 'The authentication of the PSU is older than 180 days: send the PSU to the link scaRedirect.',
  },
  CREDENTIAL_MISSING: {
    code: 'HTTP_HEADER_REQUIRED',
    status: 401,
    text: 'The request has no signature and no token.',
  },
  SIGNATURE_INVALID: { status: 401, text: 'The signature is not valid.' },
  CERTIFICATE_INVALID: { status: 401, text: 'The signing certificate is not accepted.' },
  CERTIFICATE_EXPIRED: { status: 401, text: 'The signing certificate has expired.' },
  CONSENT_INVALID: { status: 401, text: 'The consent does not cover this request.' },
  CONSENT_EXPIRED: { status: 401, text: 'The consent has expired.' },
  PRODUCT_INVALID: { status: 403, text: 'The payment product cannot be used here.' },
  FORBIDDEN: { status: 403, text: 'The caller may not do this.' },
  ROLE_INVALID: {
    status: 403,
    text: 'The certificate does not have the PSD2 role that this request requires.',
  },
  CONSENT_UNKNOWN: { status: 403, text: 'There is no such consent.' },
  RESOURCE_UNKNOWN: { status: 404, text: 'There is no such resource.' },
  PRODUCT_UNKNOWN: { status: 404, text: 'There is no such payment product in this service.' },
  NOT_FOUND: { status: 404, text: 'There is no such path.' },
  SCA_NOT_FOUND: { status: 404, text: 'There is no such authorisation.' },
  METHOD_NOT_ALLOWED: { code: 'BAD_REQUEST', status: 405, text: 'The path does not support this method.' },
  NOT_ACCEPTABLE: {
    code: 'BAD_REQUEST',
    status: 406,
    text: 'The Accept header must allow application/json.',
  },
  CONFLICT: { status: 409, text: 'The request conflicts with the state of a resource.' },
  BODY_TOO_LARGE: { code: 'BAD_REQUEST', status: 413, text: 'The body is too large for this operation.' },
  MEDIA_TYPE_UNSUPPORTED: {
    code: 'BAD_REQUEST',
    status: 415,
    text: 'The body must be application/json in UTF-8.',
  },
  ACCESS_EXCEEDED: {
    status: 429,
    text: 'There were too many requests. Retry after the number of seconds in Retry-After.',
  },
  SYSTEM_ERROR: {
    status: 500,
    text: 'The service failed. Its log describes the failure under the id of this response.',
  },
  UNAVAILABLE: {
    code: 'SYSTEM_ERROR',
    status: 503,
    text: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
  },
} as const satisfies Readonly<Record<string, { code?: string; status: number; text: string }>>;

/** A row of the catalogue: why a request was refused. */
export type Reason = keyof typeof rows;

/** Codes of the interface for which this service has no case of its own: only a bank upstream refuses with them. */
export const neverGiven = [
  'PAYMENT_FAILED',
  'CONSENT_INVALID',
  'CONSENT_EXPIRED',
  'PRODUCT_INVALID',
  'CONSENT_UNKNOWN',
] as const satisfies readonly Reason[];

/** The code a client sees in `tppMessages[].code`. */
export type MessageCode = {
  [R in Reason]: (typeof rows)[R] extends { code: infer Code } ? Code : R;
}[Reason];

export const catalogue = Object.fromEntries(
  Object.entries(rows).map(([reason, row]) => [reason, { code: reason, ...row }]),
) as Readonly<Record<Reason, { code: MessageCode; status: number; text: string }>>;

/** Reasons about who calls, or how: what a remote bank says of them is about this service, and no TPP hears it. */
const ofTheCall: ReadonlySet<Reason> = new Set([
  'CREDENTIAL_MISSING',
  'SIGNATURE_INVALID',
  'CERTIFICATE_INVALID',
  'CERTIFICATE_EXPIRED',
  'ROLE_INVALID',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'MEDIA_TYPE_UNSUPPORTED',
  'ACCESS_EXCEEDED',
  'SYSTEM_ERROR',
  'UNAVAILABLE',
]);

/** Why a remote bank may refuse what it is asked, besides the reasons of the operation itself. */
export const passedOn: readonly Reason[] = (Object.keys(catalogue) as Reason[]).filter(
  (reason) => !ofTheCall.has(reason),
);

/** A message to the TPP: `text` holds at most 512 characters. */
export interface TppMessage {
  readonly category: 'ERROR' | 'WARNING';
  readonly code: MessageCode;
  /** The field at fault: `creditorAccount.bban`, `payments[2].instructedAmount.amount`, or a header's name. */
  readonly path?: string;
  readonly text: string;
}

/** A fault found while parsing; all faults of a stage are reported together. */
export interface Fault {
  readonly path: string;
  readonly text: string;
  /** The reason, FORMAT_ERROR unless the fault has one of its own. */
  readonly reason?: Reason;
}

export interface RefusalExtras {
  /** Links of the answer's body: `scaRedirect` of a challenge. */
  readonly links?: Readonly<Record<string, { readonly href: string; readonly verbs: readonly string[] }>>;
  readonly retryAfterSeconds?: number;
  /** Parts of the request that were not checked because of these faults: more may be wrong there. */
  readonly unread?: readonly string[];
  /** Methods for the `Allow` header of a 405. */
  readonly allow?: readonly string[];
  /** For the log alone, never for the client. */
  readonly detail?: unknown;
  /** For the TPP's own log of requests in a sandbox. */
  readonly compared?: Compared;
}

/** What the bank has computed and what the request carried, where the two differ. */
export interface Compared {
  readonly of: 'SIGNING_STRING' | 'DIGEST' | 'KEY_ID';
  readonly expected: string;
  /** null: of a signature only its text can be compared, and that is not in the request. */
  readonly received: string | null;
}

/** An answer holds this many messages; where there are more, the last one says how many. */
export const messagesAtMost = 100;
/** The search for faults ends soon after this many. */
export const faultsCountedAtMost = 1_000;

/** A refusal: thrown anywhere, rendered once per door. Its status is that of its first fault's reason. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: Reason;
  readonly tppMessages: readonly TppMessage[];
  readonly extras: RefusalExtras;

  constructor(reason: Reason, tppMessages: readonly TppMessage[], extras: RefusalExtras = {}) {
    super(tppMessages[0]?.text ?? catalogue[reason].text);
    this.reason = reason;
    this.tppMessages = tppMessages;
    this.extras = extras;
  }

  get status(): number {
    return catalogue[this.reason].status;
  }

  get code(): MessageCode {
    return catalogue[this.reason].code;
  }
}

/** One refusal with one message. `text` is public: it must not hold anything internal. */
export function refuse(
  reason: Reason,
  { path, text, ...extras }: { path?: string; text?: string } & RefusalExtras = {},
): Refusal {
  const location = path === undefined ? {} : { path };
  return new Refusal(reason, [errorMessage(reason, text ?? catalogue[reason].text, location)], extras);
}

function errorMessage(reason: Reason, text: string, location: { readonly path?: string }): TppMessage {
  return { category: 'ERROR', code: catalogue[reason].code, ...location, text: boundedText(text) };
}

/** The refusal that a check throws, in a list; an empty list when it throws none. */
export function refusalOf(check: () => void): readonly Refusal[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [error];
    throw error;
  }
}

/** One refusal that names every fault, as far as an answer goes; the first fault's reason gives the status. */
export function refuseAll(
  faults: readonly [Fault, ...Fault[]] | readonly Fault[],
  extras?: RefusalExtras,
): Refusal {
  const errors = faults
    .slice(0, messagesAtMost)
    .map(({ reason = 'FORMAT_ERROR', path, text }) => errorMessage(reason, text, { path }));
  const messages = withTotal(errors, faults.length, 'errors');
  return new Refusal(faults[0]?.reason ?? 'FORMAT_ERROR', messages, extras);
}

/** Several refusals of one stage as one, which is the first of them with the messages of all. */
export function refuseTogether(refusals: readonly Refusal[], { unread = [] }: RefusalExtras = {}): Refusal {
  const messages = refusals.flatMap(({ tppMessages }) => tppMessages);
  const all = [...new Set([...refusals.flatMap(({ extras }) => extras.unread ?? []), ...unread])];
  const { reason = 'FORMAT_ERROR', extras } = refusals[0] ?? {};
  const compared = refusals.find((one) => one.extras.compared)?.extras.compared;
  return new Refusal(reason, withTotal(messages.slice(0, messagesAtMost), messages.length, 'errors'), {
    ...extras,
    ...(compared ? { compared } : {}),
    ...(all.length > 0 ? { unread: all } : {}),
  });
}

/** A refusal, with the parts of the request that were not checked; any other error as it is. */
export function withUnread(error: unknown, parts: Iterable<string>): unknown {
  return error instanceof Refusal ? refuseTogether([error], { unread: [...parts] }) : error;
}

/**
 * A summary of `tppMessages` for people: the first fault with its path, and what was not checked. A refusal names
 * all faults of one stage; those of later stages follow once that stage is passed.
 */
export function messageOf({ message, status, tppMessages, extras }: Refusal): string {
  const path = tppMessages[0]?.path;
  const summary = path === undefined ? message : `${path}: ${message}`;
  const { unread = [] } = extras;
  const mended = status === 400 || status === 401 || status === 403 || status === 404;
  return mended && unread.length > 0 ? `${summary} (not checked yet: ${unread.join(', ')})` : summary;
}

/** A warning for `tppMessages` of an answer that succeeds. */
export function warning(path: string, text: string, code: MessageCode = 'FORMAT_ERROR'): TppMessage {
  return { category: 'WARNING', code, path, text: boundedText(text) };
}

/** The messages as an answer holds them, when there are `total` in all. */
export function withTotal(
  messages: readonly TppMessage[],
  total: number,
  what: 'errors' | 'warnings',
): readonly TppMessage[] {
  const last = messages.at(-1);
  if (total <= messagesAtMost || last === undefined) return messages;
  const { category, code } = last;
  const many =
    what === 'errors' && total >= faultsCountedAtMost
      ? `at least ${faultsCountedAtMost} errors`
      : `${total} ${what}`;
  const text = `there are ${many}; only the first ${messagesAtMost - 1} are listed`;
  return [...messages.slice(0, messagesAtMost - 1), { category, code, text }];
}
