/**
 * Rules for reads that no operation makes: the reads of `node`, and those of the fields of a resource that an operation has
 * returned. The operations themselves have other rules.
 */
import type { OperationParts } from '../operations/operation.ts';

export interface ReadPolicy {
  /** The role that a TPP needs to read the data. null if it needs none. */
  readonly role: OperationParts['role'];
  /** Whether the data never changes, so that a replay can read the data again and makes the same response. */
  readonly hasConstantData: boolean;
}

export const variablePaymentPolicy: ReadPolicy = { role: 'PSP_PI', hasConstantData: false };
export const constantPaymentPolicy: ReadPolicy = { role: 'PSP_PI', hasConstantData: true };
/** For data of the sandbox, and for the request log. */
export const noRolePolicy: ReadPolicy = { role: null, hasConstantData: false };
