/**
 * Rules for reads of the stores by `node`, and by fields of a resource that an operation has returned. Operations have rules of
 * their own.
 */
import type { OperationParts } from '../operations/operation.ts';

export interface ReadPolicy {
  /** The role that a TPP needs to read the data. null if it needs none. */
  readonly role: OperationParts['role'];
  /** Whether the data never changes, so that a replay can read it again and has the same response. */
  readonly isConstant: boolean;
}

export const variablePaymentPolicy: ReadPolicy = { role: 'PSP_PI', isConstant: false };
export const constantPaymentPolicy: ReadPolicy = { role: 'PSP_PI', isConstant: true };
/** Data of the sandbox and the request log. */
export const noRolePolicy: ReadPolicy = { role: null, isConstant: false };
