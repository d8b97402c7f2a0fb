/** Rules for reads without an operation: most fields of a resource, and some objects that `node` reads. */
import type { OperationParts } from '../operations/operation.ts';

export interface ReadPolicy {
  /** null: the TPP needs no role. */
  readonly role: OperationParts['role'];
  /** true: the data never changes. A repeated mutation reads such data again, so its response need not be stored. */
  readonly hasConstantData: boolean;
}

export const variablePaymentPolicy: ReadPolicy = { role: 'PSP_PI', hasConstantData: false };
export const constantPaymentPolicy: ReadPolicy = { role: 'PSP_PI', hasConstantData: true };
export const noRolePolicy: ReadPolicy = { role: null, hasConstantData: false };
