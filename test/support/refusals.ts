/** In every test, a refusal that its operation does not declare is a defect. */
import type { Reason } from '../../src/domain/refusal.ts';
import type { OperationParts } from '../../src/operations/operation.ts';
import { stageChecks } from '../../src/rest/openapi/reasons.ts';

/** Reasons of the stages, such as an unreachable database, which operations do not declare. */
const atAnyTime: readonly Reason[] = stageChecks.flatMap(({ stage, reasons }) =>
  stage === 'at any time' ? reasons : [],
);

/** Throws, for a 500, unless the operation declares this reason. */
export function requireDeclared(
  { name, refusals }: Pick<OperationParts, 'name' | 'refusals'>,
  reason: Reason,
): void {
  if (!refusals.includes(reason) && !atAnyTime.includes(reason))
    throw new Error(`${name} refuses with ${reason} and does not declare it`);
}

/** Reasons that only remote banks give. No rule of this service refuses with them. */
export const remoteBankReasons: readonly Reason[] = [
  'PAYMENT_FAILED',
  'CONSENT_INVALID',
  'CONSENT_EXPIRED',
  'PRODUCT_INVALID',
  'CONSENT_UNKNOWN',
];
