/** The type of a product. Each product is one value in products/. No other code distinguishes products. */
import type { z } from 'zod';
import type { HeaderColumn } from '../headers.ts';
import type { Fault } from '../refusal.ts';
import type { Instruction } from './instruction.ts';
import type { Settlement } from './status.ts';

export type PaymentService = 'payments' | 'bulk-payments' | 'periodic-payments';

export interface Product {
  /** The code in the specification: INDCTS, NDCT … */
  readonly code: string;
  readonly service: PaymentService;
  /** The name in paths. */
  readonly name: string;
  /** The column of the header table for the creation of a payment. */
  readonly headerColumn: HeaderColumn;
  readonly settlement: Settlement;
  readonly graphql: { readonly type: string; readonly mutation: string };
  /** The name with an article: 'an instant domestic payment'. */
  readonly title: string;
  readonly description: string;
  /** A body that passes every check. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly body: z.ZodObject & z.ZodType<Instruction>;
  /** These rules run on a body that has passed its schema. */
  readonly rules: readonly BusinessRule[];
  /** Whether `allowLogicalDuplicate` may be sent. */
  readonly duplicates: 'ALLOWED_ON_REQUEST' | 'NEVER_ALLOWED';
}

/** `today` is a day in Europe/Oslo. */
export type BusinessRule = (instruction: Instruction, today: string) => Fault | null;
