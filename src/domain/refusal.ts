/** The catalogue of refusals, and the only source of their HTTP statuses. */
import { boundedText } from './values/text.ts';

/** In a row without `code`, the reason is the code. */
const rows = {
  FORMAT_ERROR: { status: 400, text: 'A field is missing, malformed or breaks a rule.' },
  BAD_REQUEST: { status: 400, text: 'The request cannot be understood.' },
  HTTP_HEADER_REQUIRED: { status: 400, text: 'A required header is missing.' },
  QUERY_PARAMETER_REQUIRED: { status: 400, text: 'A required query parameter is missing.' },
  KID_MISSING: { status: 400, text: 'The creditor requires a KID, and the payment has no KID.' },
  KID_INVALID: { status: 400, text: 'The KID does not match the KID agreement of the creditor.' },
  EXECUTION_DATE_INVALID: {
    status: 400,
    text: 'The execution date is in the past, or a periodic payment has no execution date.',
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
  PRODUCT_INVALID: { status: 403, text: 'The payment product is not available for this PSU.' },
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
  REQUEST_INCOMPLETE: {
    code: 'BAD_REQUEST',
    status: 408,
    text: 'The request did not arrive completely in time.',
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
  SYSTEM_ERROR: { status: 500, text: 'The service failed. Its log describes the failure.' },
  UNAVAILABLE: {
    code: 'SYSTEM_ERROR',
    status: 503,
    text: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
  },
} as const satisfies Readonly<Record<string, { code?: string; status: number; text: string }>>;

export type Reason = keyof typeof rows;

export type MessageCode = {
  [R in Reason]: (typeof rows)[R] extends { code: infer Code } ? Code : R;
}[Reason];

export const catalogue = Object.fromEntries(
  Object.entries(rows).map(([reason, row]) => [reason, { code: reason, ...row }]),
) as Readonly<Record<Reason, { code: MessageCode; status: number; text: string }>>;

/** If a remote bank refuses for one of these reasons, the TPP is not the cause. So the TPP does not see the reason. */
const reasonsAboutThisService: ReadonlySet<Reason> = new Set([
  'CREDENTIAL_MISSING',
  'SIGNATURE_INVALID',
  'CERTIFICATE_INVALID',
  'CERTIFICATE_EXPIRED',
  'ROLE_INVALID',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'REQUEST_INCOMPLETE',
  'MEDIA_TYPE_UNSUPPORTED',
  'ACCESS_EXCEEDED',
  'SYSTEM_ERROR',
  'UNAVAILABLE',
]);

/** A TPP may get these reasons from a remote bank, in addition to the reasons that the operation declares. */
export const reasonsPassedOn: readonly Reason[] = (Object.keys(catalogue) as Reason[]).filter(
  (reason) => !reasonsAboutThisService.has(reason),
);

/** `text` has at most 512 characters. */
export interface TppMessage {
  readonly category: 'ERROR' | 'WARNING';
  readonly code: MessageCode;
  /** The field at fault: `creditorAccount.bban`, `payments[2].instructedAmount.amount`, or a header's name. */
  readonly path?: string;
  readonly text: string;
}

export interface Fault {
  readonly path: string;
  readonly text: string;
  /** FORMAT_ERROR by default. */
  readonly reason?: Reason;
}

interface RefusalExtras {
  readonly links?: Readonly<Record<string, { readonly href: string; readonly verbs: readonly string[] }>>;
  readonly retryAfterSeconds?: number;
  /** Parts of the request that were not checked, and may contain more faults. */
  readonly unchecked?: readonly string[];
  /** The methods that the path supports. */
  readonly allow?: readonly string[];
  /** For the log and the metrics of this service, never for the client. It contains no personal data. */
  readonly detail?: unknown;
  readonly compared?: ComparedValues;
}

/** Two values whose difference made the signature invalid, for the request log. `expected` is what the service computed. */
export interface ComparedValues {
  readonly of: 'SIGNING_STRING' | 'DIGEST' | 'KEY_ID';
  readonly expected: string;
  /** null for a signing string, because a signature does not contain its signing string. */
  readonly received: string | null;
}

export const messagesAtMost = 100;
/** After this many faults the checks of a body stop, so the total is unknown. */
export const faultsCountedAtMost = 1_000;

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

/** The refusal of a known failure, such as a lost database; null for defects. */
export type RefusalOfError = (error: unknown) => Refusal | null;

/** `text` is public: it must not contain anything internal. */
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

/** The refusal that `check` throws, in a list; empty if it throws none. */
export function refusalsOf(check: () => void): readonly Refusal[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [error];
    throw error;
  }
}

/** The reason of the first fault gives the status. */
export function refuseAll(faults: readonly Fault[], extras?: RefusalExtras): Refusal {
  return new Refusal(
    faults[0]?.reason ?? 'FORMAT_ERROR',
    withTotal(errorsOf(faults), faults.length, 'errors'),
    extras,
  );
}

const errorsOf = (faults: readonly Fault[]): readonly TppMessage[] =>
  faults
    .slice(0, messagesAtMost)
    .map(({ reason = 'FORMAT_ERROR', path, text }) => errorMessage(reason, text, { path }));

/** Adds the faults to the refusal, but not those at or inside a field that the refusal already names. */
export function withOtherFaults(refusal: Refusal, faults: readonly Fault[]): Refusal {
  const { reason, tppMessages, extras } = refusal;
  if (tppMessages.length >= messagesAtMost) return refusal;
  const namedFields = tppMessages.flatMap(({ path }) => path ?? []);
  const otherFaults = faults.filter(({ path }) => !namedFields.some((field) => isAtOrInside(path, field)));
  const messages = [...tppMessages, ...errorsOf(otherFaults)].slice(0, messagesAtMost);
  return new Refusal(reason, withTotal(messages, tppMessages.length + otherFaults.length, 'errors'), extras);
}

const isAtOrInside = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);

/** The first refusal, with the messages and the unchecked parts of all of them. */
export function refuseTogether(refusals: readonly Refusal[], moreUnchecked: Iterable<string>): Refusal {
  const messages = refusals.flatMap(({ tppMessages }) => tppMessages);
  const unchecked = new Set([
    ...refusals.flatMap((refusal) => refusal.extras.unchecked ?? []),
    ...moreUnchecked,
  ]);
  const { reason = 'FORMAT_ERROR', extras } = refusals[0] ?? {};
  const compared = refusals.map((refusal) => refusal.extras.compared).find((values) => values !== undefined);
  return new Refusal(reason, withTotal(messages.slice(0, messagesAtMost), messages.length, 'errors'), {
    ...extras,
    ...(compared ? { compared } : {}),
    ...(unchecked.size > 0 ? { unchecked: [...unchecked] } : {}),
  });
}

export function withUncheckedParts(error: unknown, parts: Iterable<string>): unknown {
  return error instanceof Refusal ? refuseTogether([error], parts) : error;
}

/** One line for a log or a GraphQL error. */
export function messageOf({ message, status, tppMessages, extras }: Refusal): string {
  const path = tppMessages[0]?.path;
  const summary = path === undefined ? message : `${path}: ${message}`;
  const { unchecked = [] } = extras;
  const tppMayCorrect = [400, 401, 403, 404].includes(status);
  return tppMayCorrect && unchecked.length > 0
    ? `${summary} (not checked yet: ${unchecked.join(', ')})`
    : summary;
}

export function warning(path: string, text: string, code: MessageCode = 'FORMAT_ERROR'): TppMessage {
  return { category: 'WARNING', code, path, text: boundedText(text) };
}

/** Adds all `bankWarnings`, or none if a response has no room for all. A list with a total (`withTotal`) is always full. */
export const withBankWarnings = (
  warnings: readonly TppMessage[],
  bankWarnings: readonly TppMessage[],
): readonly TppMessage[] =>
  warnings.length + bankWarnings.length > messagesAtMost ? warnings : [...warnings, ...bankWarnings];

/** If `total` is more than a response has room for, replaces the last message by one that states the total. */
export function withTotal(
  messages: readonly TppMessage[],
  total: number,
  noun: 'errors' | 'warnings',
): readonly TppMessage[] {
  const last = messages.at(-1);
  if (total <= messagesAtMost || last === undefined) return messages;
  const { category, code } = last;
  const count =
    noun === 'errors' && total >= faultsCountedAtMost
      ? `at least ${faultsCountedAtMost} errors`
      : `${total} ${noun}`;
  const text = `there are ${count}; only the first ${messagesAtMost - 1} are listed`;
  return [...messages.slice(0, messagesAtMost - 1), { category, code, text }];
}
