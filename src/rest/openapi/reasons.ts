import { catalogue, type Reason } from '../../domain/refusal.ts';
import type { Stage } from '../../domain/stages.ts';
import type { AnyRoute } from '../route.ts';

interface StageCheck {
  readonly stage: Stage | 'at any time';
  readonly subject: string;
  /** Absent: the check applies to all routes. */
  readonly appliesTo?: (route: AnyRoute) => boolean;
  readonly reasons: readonly Reason[];
}

const hasProduct = ({ path }: AnyRoute) => path.includes('/:product');
const hasId = ({ path }: AnyRoute) => path.replace('/:product', '').includes('/:');

/** In the order of the stages. */
export const stageChecks: readonly StageCheck[] = [
  { stage: 'REQUEST', subject: 'HTTP message', reasons: ['BAD_REQUEST'] },
  // For a path that matches a route, the only fault that is left is malformed percent-encoding of the id. If the id can be decoded, the
  // check of its form follows in the stage QUERY.
  { stage: 'REQUEST', subject: 'path', appliesTo: hasId, reasons: ['NOT_FOUND'] },
  { stage: 'REQUEST', subject: 'size of the body', reasons: ['BODY_TOO_LARGE'] },
  {
    stage: 'REQUEST',
    subject: 'Accept, and type of the body',
    reasons: ['NOT_ACCEPTABLE', 'MEDIA_TYPE_UNSUPPORTED'],
  },
  {
    stage: 'HEADERS',
    subject: 'headers',
    reasons: ['HTTP_HEADER_REQUIRED', 'FORMAT_ERROR'],
  },
  {
    stage: 'SIGNATURE',
    subject: 'signature and certificate',
    reasons: ['SIGNATURE_INVALID', 'CERTIFICATE_INVALID', 'CERTIFICATE_EXPIRED'],
  },
  {
    stage: 'SIGNATURE',
    subject: 'PSD2 role',
    appliesTo: ({ operation }) => operation.role !== null,
    reasons: ['ROLE_INVALID'],
  },
  {
    stage: 'REQUEST_ID',
    subject: 'reuse of X-Request-ID for another request',
    appliesTo: ({ operation }) => operation.kind === 'write',
    reasons: ['CONFLICT'],
  },
  {
    stage: 'QUERY',
    subject: 'required query parameters',
    appliesTo: ({ query }) => query.some(({ required }) => required),
    reasons: ['QUERY_PARAMETER_REQUIRED'],
  },
  { stage: 'QUERY', subject: 'payment product', appliesTo: hasProduct, reasons: ['PRODUCT_UNKNOWN'] },
  { stage: 'QUERY', subject: 'form of the id', appliesTo: hasId, reasons: ['RESOURCE_UNKNOWN'] },
  {
    stage: 'at any time',
    subject: 'limits and state of the service',
    reasons: ['ACCESS_EXCEEDED', 'SYSTEM_ERROR', 'UNAVAILABLE'],
  },
];

/** docs/errors.md has these texts in place of the names of operations, even if `reasonsOf` finds operations with the reason. */
export const textsInPlaceOfOperations: Partial<Readonly<Record<Reason, string>>> = {
  NOT_FOUND: 'none: the path does not exist, or is malformed',
  METHOD_NOT_ALLOWED: 'none: the path does not support the method',
  REQUEST_INCOMPLETE: 'none: the request did not arrive completely',
  CREDENTIAL_MISSING:
    'every request to GraphQL without a credential, except that anybody may read the schema of a sandbox',
};

/** In the order of the catalogue. */
export function reasonsOf(route: AnyRoute): readonly Reason[] {
  const checks = stageChecks.filter(({ appliesTo }) => appliesTo === undefined || appliesTo(route));
  const reasons = new Set([...route.operation.refusals, ...checks.flatMap((check) => check.reasons)]);
  return (Object.keys(catalogue) as Reason[]).filter((reason) => reasons.has(reason));
}

export function reasonsByStatus(route: AnyRoute): ReadonlyMap<number, readonly Reason[]> {
  const byStatus = new Map<number, Reason[]>();
  for (const reason of reasonsOf(route)) {
    const { status } = catalogue[reason];
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason]);
  }
  return byStatus;
}
