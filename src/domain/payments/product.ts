/** Everything particular to a product is in one value in products/. No other file switches on a product. */
import type { z } from 'zod';
import type { HeaderColumn } from '../headers.ts';
import type { Fault } from '../refusal.ts';
import type { Instruction } from './instruction.ts';
import type { Settlement } from './status.ts';

export type PaymentService = 'payments' | 'bulk-payments' | 'periodic-payments';

export interface Product {
  /** As in the specification: INDCTS, NDCT … */
  readonly code: string;
  readonly service: PaymentService;
  /** As in the path. */
  readonly name: string;
  /** Column of the header table for the creation. */
  readonly headers: HeaderColumn;
  readonly settlement: Settlement;
  readonly graphql: { readonly type: string; readonly mutation: string };
  /** With its article: 'an instant domestic payment'. */
  readonly title: string;
  readonly description: string;
  /** Passes every check; dates are filled in. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly body: z.ZodObject & z.ZodType<Instruction>;
  /** Rules that need today's date. */
  readonly rules: readonly BusinessRule[];
  /** Whether `allowLogicalDuplicate` may be sent. */
  readonly duplicates: 'QUERY' | 'NEVER_ALLOWED';
}

/** `today` is a day in Europe/Oslo. */
export type BusinessRule = (instruction: Instruction, today: string) => Fault | null;
