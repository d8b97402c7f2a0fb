/** Each product is one value in products/. No other code of the service distinguishes products. */
import type { z } from 'zod';
import type { HeaderColumn } from '../headers.ts';
import type { Fault } from '../refusal.ts';
import type { Instruction } from './instruction.ts';
import type { Settlement } from './status.ts';

export type PaymentService = 'payments' | 'bulk-payments' | 'periodic-payments';

export const creationColumns: Readonly<Record<PaymentService, HeaderColumn>> = {
  payments: 'SINGLE',
  'bulk-payments': 'BULK',
  'periodic-payments': 'PERIODIC',
};

export interface Product {
  readonly code: string;
  readonly service: PaymentService;
  /** The name in paths. */
  readonly name: string;
  readonly settlement: Settlement;
  readonly graphql: { readonly type: string; readonly mutation: string };
  /** With an article: 'an instant domestic payment'. */
  readonly title: string;
  readonly description: string;
  readonly example: Readonly<Record<string, unknown>>;
  readonly body: z.ZodObject & z.ZodType<Instruction>;
  /** Checks of a body that has passed its schema. */
  readonly rules: readonly BusinessRule[];
  /** Whether a TPP can allow a logical duplicate by `allowLogicalDuplicate`. */
  readonly duplicates: 'ALLOWED_ON_REQUEST' | 'NEVER_ALLOWED';
}

/** `today` is a day in Europe/Oslo. null: the instruction obeys the rule. */
export type BusinessRule = (instruction: Instruction, today: string) => Fault | null;
