/** Operations keep to what they declare: in every test, a refusal that the operation does not declare is a defect. */
import type { Reason } from '../../src/domain/refusal.ts';
import type { OperationParts } from '../../src/operations/operation.ts';
import { stageChecks } from '../../src/rest/openapi/reasons.ts';

/** Reasons of what operations stand on, such as a database that is not to be reached: they are nobody's own. */
const atAnyTime: readonly Reason[] = stageChecks.flatMap(({ name, reasons }) =>
  name === 'at any time' ? reasons : [],
);

/** Throws, which the door answers with 500, unless the operation may refuse for this reason. */
export function requireDeclared(
  { name, refusals }: Pick<OperationParts, 'name' | 'refusals'>,
  reason: Reason,
): void {
  if (!refusals.includes(reason) && !atAnyTime.includes(reason))
    throw new Error(`${name} refuses with ${reason} and does not declare it`);
}
