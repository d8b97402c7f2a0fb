/** The rules of reads that are no operation: of fields of a resource that an operation returned, and of `node`. */
import type { OperationParts } from '../operations/operation.ts';

export interface ReadPolicy {
  /** The role that a TPP needs to read the data; null: none. */
  readonly role: OperationParts['role'];
  /** Whether the data never changes, so that the repetition of a request may read it again. */
  readonly isConstant: boolean;
}

export const variablePaymentPolicy: ReadPolicy = { role: 'PSP_PI', isConstant: false };
export const constantPaymentPolicy: ReadPolicy = { role: 'PSP_PI', isConstant: true };
/** Data of the sandbox and the request log. */
export const noRolePolicy: ReadPolicy = { role: null, isConstant: false };
