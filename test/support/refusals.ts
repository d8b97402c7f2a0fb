/** In every test, a refusal that its operation does not declare is a defect. */
import { allOperations, type DeclaredOperation } from '../../scripts/documents/operations.ts';
import { type Reason, Refusal } from '../../src/domain/refusal.ts';
import { BankRefusal } from '../../src/operations/ports/bank.ts';
import { stageChecks } from '../../src/rest/openapi/reasons.ts';

/** Reasons of the stages, such as an unreachable database, which operations do not declare. */
const atAnyTime: readonly Reason[] = stageChecks.flatMap(({ stage, reasons }) =>
  stage === 'at any time' ? reasons : [],
);

/** The refusals of operations, each with the name of the outermost operation, but none of remote banks. */
export const refusalsMet = new Map<Refusal, string>();

/** Throws, for a 500, unless the operation declares the reason. */
function meet({ name, refusals }: DeclaredOperation, error: unknown): never {
  if (error instanceof Refusal && !(error instanceof BankRefusal)) {
    const { reason } = error;
    refusalsMet.set(error, `${name} ${reason}`);
    if (!refusals.includes(reason) && !atAnyTime.includes(reason))
      throw new Error(`${name} refuses with ${reason} and does not declare it`);
  }
  throw error;
}

type Step = (...args: never[]) => Promise<unknown>;
const watched =
  (operation: DeclaredOperation, step: Step): Step =>
  (...args) =>
    step(...args).catch((error: unknown) => meet(operation, error));

for (const operation of await allOperations()) {
  Object.assign(operation, { run: watched(operation, operation.run) });
  if (operation.kind === 'write' && operation.prepare)
    Object.assign(operation, { prepare: watched(operation, operation.prepare) });
}

/** Reasons that only remote banks give. No rule of this service refuses with them. */
export const remoteBankReasons: readonly Reason[] = [
  'PAYMENT_FAILED',
  'CONSENT_INVALID',
  'CONSENT_EXPIRED',
  'PRODUCT_INVALID',
  'CONSENT_UNKNOWN',
];
