/** Lists the faults of a signed request by the bank's own rules. The fields of the body are not checked. */
import { readQuery, requireBody, requireStorableId } from '../../../../src/domain/fields/request-parts.ts';
import { headerFaults, headerTable, transportHeaders } from '../../../../src/domain/headers.ts';
import { graphqlTypes, requireAcceptedType, requireJsonBody } from '../../../../src/domain/media-types.ts';
import { refuseForeignNotificationUri } from '../../../../src/domain/notifications/request.ts';
import { requireProduct } from '../../../../src/domain/payments/products/list.ts';
import { type Fault, Refusal, refusalsOf, refuse, refuseAll } from '../../../../src/domain/refusal.ts';
import { faultHeader, requireSandboxFault } from '../../../../src/domain/sandbox/faults.ts';
import { isReadMethod, pathOf, queryOf } from '../../../../src/http/message.ts';
import { createMatcher, refuseMethod } from '../../../../src/http/path-table.ts';
import { headerBytesAtMost } from '../../../../src/http/raw-headers.ts';
import { routes } from '../../../../src/rest/routes.ts';
import type { SigningCertificate } from '../../../../src/security/certificate.ts';
import { examine } from '../../../../src/security/examine.ts';
import { createTrustStore, TrustError, type TrustStore } from '../../../../src/security/trust.ts';
import { adviceFor } from './advice.ts';
import type { RequestToExplain } from './request.ts';

export interface ExplainOptions {
  readonly trustAnchors: readonly string[];
  /** Epoch milliseconds; now when absent. */
  readonly now?: number;
  /** How far the Date of the request may be from `now`. */
  readonly maxAgeSeconds?: number;
  readonly sandbox?: boolean;
  /** Whether the bank posts notifications; by default if it is a sandbox. */
  readonly notifications?: boolean;
  /** Whether the bank trusts the certificates that the command `certificate` issues; by default if it is a sandbox. */
  readonly issues?: boolean;
}

export interface ExplainedFault {
  readonly code: string;
  /** null: the fault is not in a header. */
  readonly header: string | null;
  readonly text: string;
}

export interface Explanation {
  readonly valid: boolean;
  /** null: it cannot be built. */
  readonly signingString: string | null;
  readonly faults: readonly ExplainedFault[];
}

/** Whether the trust anchors of the options cannot be used. */
export const isTrustFault = (error: unknown): error is Error => error instanceof TrustError;

const emptyTrustStore: TrustStore = { findByName: () => [] };
const headersOutsideTable = ['Accept', 'Content-Type', 'Content-Encoding', faultHeader];
/** The path of a message is one of these names if the fault is in a header. */
const headerNames: ReadonlySet<string> = new Set([
  ...headerTable.map(({ name }) => name),
  ...headersOutsideTable,
]);

export function explainRequest(request: RequestToExplain, options: ExplainOptions): Explanation {
  const {
    trustAnchors,
    now = Date.now(),
    maxAgeSeconds = 300,
    sandbox = true,
    notifications = sandbox,
    issues: issuesCertificates = sandbox,
  } = options;
  const checks = routeChecks(request, sandbox);
  const trust = trustAnchors.length === 0 ? emptyTrustStore : createTrustStore(trustAnchors);
  const examination = examine(request, checks, { trust, now, maxAgeSeconds, mustStateRoles: !sandbox });
  const signedRefusals = [
    ...checks.refusals,
    ...(examination.missingHeaders.length === 0 ? [] : [refuseAll(examination.missingHeaders)]),
    ...examination.refusals,
    ...notificationRefusals(request, examination.certificate, { sandbox, notifications }),
    ...(sandbox ? sandboxFaultRefusals(request) : []),
    ...checks.laterRefusals,
  ];
  const refusals = [...httpRefusals(request), ...(needsNoSignature(request) ? [] : signedRefusals)];
  const faults = refusals
    .flatMap(({ tppMessages }) => tppMessages)
    .map((message): ExplainedFault => {
      const { code, path = '', text = '' } = message;
      const advice = adviceFor(message, request, examination, issuesCertificates);
      return { code, header: headerNames.has(path) ? path : null, text: `${text}. ${advice}` };
    });
  // The header table and the verifier both report a missing header.
  const distinctFaults = [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
  return { valid: faults.length === 0, signingString: examination.signingString, faults: distinctFaults };
}

/**
 * Whether the request is for a page: a read outside /v1 and /graphql, or any request under /sca/. A path such as //v1 is no page,
 * because its sender meant /v1.
 */
export function needsNoSignature({ method, target }: RequestToExplain): boolean {
  const path = pathOf(target);
  return !/^\/+(v1|graphql)(\/|$)/.test(path) && (isReadMethod(method) || path.startsWith('/sca/'));
}

function httpRefusals({ target, headers, httpFault = null }: RequestToExplain): readonly Refusal[] {
  const bytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length, target.length);
  const faults = httpFault === null ? [] : [httpFault];
  if (!/^[!-~]*$/.test(target))
    faults.push(
      'the request is not valid HTTP: other characters than ASCII in its target must be percent-encoded',
    );
  if (bytes >= headerBytesAtMost) faults.push('the headers are larger than 16 KiB');
  return faults.map((text) => refuse('BAD_REQUEST', { text }));
}

/** The checks that depend on the path. The bank makes `laterRefusals` after it has checked the signature, and `refusals` before. */
function routeChecks(request: RequestToExplain, sandbox: boolean) {
  const { method, target, headers } = request;
  const headerOf = (name: string) => headers.get(name);
  const body = request.body !== null && request.body.length > 0 ? request.body : null;
  const path = pathOf(target);
  const acceptRefusals = (types: readonly string[]) => refusalsOf(() => requireAcceptedType(headerOf, types));
  if (path === '/graphql') {
    const faults = headerFaults(headerOf, 'OTHER', { sandbox }).filter((fault) =>
      transportHeaders.has(fault.path),
    );
    const refusals = [
      ...(isReadMethod(method) || method === 'POST' ? [] : [refuseMethod(['GET', 'POST'])]),
      ...acceptRefusals(graphqlTypes),
      ...(method === 'POST' ? refusalsOf(() => requireJsonBody(headerOf, { typeRequired: true })) : []),
      ...asRefusal(faults),
    ];
    return { refusals, laterRefusals: [], digestRequired: true, role: null };
  }
  // Outside a sandbox every body needs a Digest. In a sandbox, the header table says which requests need one.
  const digestRequired = !sandbox;
  const match = matchOf(method, path, sandbox);
  if (match instanceof Refusal) return { refusals: [match], laterRefusals: [], digestRequired, role: null };
  const { row } = match;
  const faults = headerFaults(headerOf, row.headerColumn, { sandbox });
  const isTooLarge = body !== null && body.length > row.bytesAtMost;
  const sizeRefusals = isTooLarge
    ? [refuse('BODY_TOO_LARGE', { text: `the body has more than ${row.bytesAtMost} bytes` })]
    : [];
  return {
    refusals: [
      ...sizeRefusals,
      ...acceptRefusals(['application/json']),
      ...(body === null ? [] : refusalsOf(() => requireJsonBody(headerOf))),
      ...asRefusal(faults),
    ],
    laterRefusals: [
      ...targetRefusals(match, new URLSearchParams(queryOf(target))),
      ...(row.body === 'json' ? refusalsOf(() => requireBody(body)) : []),
    ],
    digestRequired,
    role: row.operation.role,
  };
}

const matchInSandbox = createMatcher(routes);
const matchOutsideSandbox = createMatcher(routes.filter(({ sandbox }) => !sandbox));

function matchOf(method: string, path: string, sandbox: boolean) {
  try {
    return sandbox ? matchInSandbox(method, path) : matchOutsideSandbox(method, path);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function targetRefusals(
  { row, parameters: { product = '', ...ids } }: ReturnType<typeof matchInSandbox>,
  searchParams: URLSearchParams,
): readonly Refusal[] {
  const { service } = row;
  return [
    ...asRefusal(readQuery(row.query, searchParams).faults),
    ...(service === undefined ? [] : refusalsOf(() => void requireProduct(service, product))),
    ...Object.entries(ids).flatMap(([name, id = '']) => refusalsOf(() => requireStorableId(name, id))),
  ];
}

/** GraphQL checks the notification address only in the body of a payment, and bodies are not checked here. */
function notificationRefusals(
  request: RequestToExplain,
  certificate: SigningCertificate | null,
  settings: Parameters<typeof refuseForeignNotificationUri>[2],
): readonly Refusal[] {
  if (certificate === null || pathOf(request.target) === '/graphql') return [];
  return refusalsOf(() => refuseForeignNotificationUri(request, certificate, settings));
}

function sandboxFaultRefusals({ headers }: RequestToExplain): readonly Refusal[] {
  const value = headers.get(faultHeader);
  return value === null ? [] : refusalsOf(() => void requireSandboxFault(value));
}

const asRefusal = (faults: readonly Fault[]): readonly Refusal[] =>
  faults.length === 0 ? [] : [refuseAll(faults)];
