/** The id of an account transaction: that of its posting and its place there, so that it never changes. */
import type { AccountEntry } from '../ports.ts';

export const transactionIdOf = ({ postingId, position }: AccountEntry): string => `${postingId}-${position}`;
