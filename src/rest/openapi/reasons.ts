/**
 * Lists the reasons for which a row may refuse: those of the stages of every request, and those that its operation
 * declares.
 */
import { catalogue, type Reason } from '../../domain/refusal.ts';
import type { Stage } from '../../domain/stages.ts';
import type { AnyRoute } from '../route.ts';

interface ReasonCheck {
  /** The stage, and one of its checks. */
  readonly name: Stage | `${Stage} ${string}` | 'at any time';
  readonly of: (row: AnyRoute) => boolean;
  readonly reasons: readonly Reason[];
}

const every = () => true;
const hasProduct = ({ path }: AnyRoute) => path.includes('/:product');
/** An id in the path that is too long, or whose percent-encoding is malformed, gets NOT_FOUND. */
const hasId = ({ path }: AnyRoute) => path.replace('/:product', '').includes('/:');

/** The checks of the stages in their order, with the reasons of each. */
export const stageChecks: readonly ReasonCheck[] = [
  { name: 'REQUEST path', of: hasId, reasons: ['NOT_FOUND'] },
  { name: 'REQUEST media types', of: every, reasons: ['BAD_REQUEST', 'NOT_ACCEPTABLE'] },
  {
    name: 'REQUEST body',
    of: ({ method }) => method !== 'GET',
    reasons: ['BODY_TOO_LARGE', 'MEDIA_TYPE_UNSUPPORTED'],
  },
  { name: 'HEADERS', of: every, reasons: ['HTTP_HEADER_REQUIRED', 'FORMAT_ERROR'] },
  {
    name: 'SIGNATURE',
    of: every,
    reasons: ['SIGNATURE_INVALID', 'CERTIFICATE_INVALID', 'CERTIFICATE_EXPIRED'],
  },
  { name: 'SIGNATURE role', of: ({ operation }) => operation.role !== null, reasons: ['ROLE_INVALID'] },
  { name: 'REQUEST_ID', of: ({ operation }) => operation.kind === 'write', reasons: ['CONFLICT'] },
  {
    name: 'QUERY',
    of: ({ query }) => query.some(({ required }) => required),
    reasons: ['QUERY_PARAMETER_REQUIRED'],
  },
  { name: 'QUERY product', of: hasProduct, reasons: ['PRODUCT_UNKNOWN'] },
  { name: 'QUERY id', of: hasId, reasons: ['RESOURCE_UNKNOWN'] },
  { name: 'at any time', of: every, reasons: ['ACCESS_EXCEEDED', 'SYSTEM_ERROR', 'UNAVAILABLE'] },
];

/** Reasons that belong to no row, and their causes. */
export const rowlessReasons: Partial<Readonly<Record<Reason, string>>> = {
  NOT_FOUND: 'any other path',
  METHOD_NOT_ALLOWED: 'any other method',
  CREDENTIAL_MISSING: 'only GraphQL',
};

/** Each reason once, in the order of the catalogue. */
export function reasonsOf(row: AnyRoute): readonly Reason[] {
  const reasons = new Set<Reason>(row.operation.refusals);
  for (const check of stageChecks) if (check.of(row)) for (const reason of check.reasons) reasons.add(reason);
  return (Object.keys(catalogue) as Reason[]).filter((reason) => reasons.has(reason));
}

export function reasonsByStatus(row: AnyRoute): ReadonlyMap<number, readonly Reason[]> {
  const byStatus = new Map<number, Reason[]>();
  for (const reason of reasonsOf(row)) {
    const { status } = catalogue[reason];
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason]);
  }
  return byStatus;
}
