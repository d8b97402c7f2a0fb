/**
 * Every reason for which a row may refuse: those of the stages that all rows go through, and those that
 * its operation declares. OpenAPI, docs/errors.md and the tests read it.
 */
import { catalogue, type Reason } from '../../domain/refusal.ts';
import type { AnyRoute } from '../route.ts';

interface Stage {
  readonly name: string;
  /** Rows that go through the stage. */
  readonly of: (row: AnyRoute) => boolean;
  readonly reasons: readonly Reason[];
}

const every = () => true;
const hasProduct = ({ path }: AnyRoute) => path.includes('/:product');
/** True for paths with an id: one that is too long or has broken percent-encoding is NOT_FOUND. */
const hasId = ({ path }: AnyRoute) => path.replace('/:product', '').includes('/:');

/** The stages of a request, with what each can answer. */
export const stages: readonly Stage[] = [
  { name: '1 path', of: hasId, reasons: ['NOT_FOUND'] },
  { name: '1 media', of: every, reasons: ['BAD_REQUEST', 'NOT_ACCEPTABLE'] },
  {
    name: '1 body',
    of: ({ method }) => method !== 'GET',
    reasons: ['BODY_TOO_LARGE', 'MEDIA_TYPE_UNSUPPORTED'],
  },
  { name: '2 headers', of: every, reasons: ['HTTP_HEADER_REQUIRED', 'FORMAT_ERROR'] },
  {
    name: '3 signature',
    of: every,
    reasons: ['SIGNATURE_INVALID', 'CERTIFICATE_INVALID', 'CERTIFICATE_EXPIRED'],
  },
  { name: '3 role', of: ({ operation }) => operation.role !== null, reasons: ['ROLE_INVALID'] },
  { name: '4 X-Request-ID', of: ({ operation }) => operation.kind === 'write', reasons: ['CONFLICT'] },
  {
    name: '5 query',
    of: ({ query }) => query.some(({ required }) => required),
    reasons: ['QUERY_PARAMETER_REQUIRED'],
  },
  { name: '5 product', of: hasProduct, reasons: ['PRODUCT_UNKNOWN'] },
  { name: '5 id', of: hasId, reasons: ['RESOURCE_UNKNOWN'] },
  { name: 'at any time', of: every, reasons: ['ACCESS_EXCEEDED', 'SYSTEM_ERROR', 'UNAVAILABLE'] },
];

/** Reasons that belong to no row: the path or the method has none. */
export const rowlessReasons: readonly Reason[] = ['NOT_FOUND', 'METHOD_NOT_ALLOWED'];

/** The reasons of a row, each once, in the order of the catalogue. */
export function reasonsOf(row: AnyRoute): readonly Reason[] {
  const found = new Set<Reason>(row.operation.refusals);
  for (const stage of stages) if (stage.of(row)) for (const reason of stage.reasons) found.add(reason);
  return (Object.keys(catalogue) as Reason[]).filter((reason) => found.has(reason));
}

/** The reasons of a row by the status they carry. */
export function reasonsByStatus(row: AnyRoute): ReadonlyMap<number, readonly Reason[]> {
  const found = new Map<number, Reason[]>();
  for (const reason of reasonsOf(row)) {
    const { status } = catalogue[reason];
    found.set(status, [...(found.get(status) ?? []), reason]);
  }
  return found;
}
