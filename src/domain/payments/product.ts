/**
 * What a payment product is: one value, made in one file under products/, that states all that is particular to it.
 * REST, GraphQL, OpenAPI, the checks and the execution are read from it; no other source file switches on a product.
 */
import type { z } from 'zod';
import type { HeaderColumn } from '../headers.ts';
import type { Fault } from '../refusal.ts';
import type { Instruction } from './instruction.ts';
import type { Settlement } from './status.ts';

export type PaymentService = 'payments' | 'bulk-payments' | 'periodic-payments';

export interface Product {
  /** The short name of the specification: INDCTS, NDCT … */
  readonly code: string;
  readonly service: PaymentService;
  /** The product's name in the path. */
  readonly name: string;
  /** The column of the table of headers that lists the headers of its creation. */
  readonly headers: HeaderColumn;
  readonly settlement: Settlement;
  /** The GraphQL object type, and the mutation that creates it. */
  readonly graphql: { readonly type: string; readonly mutation: string };
  /** What a payment of it is called, with its article: 'an instant domestic payment'. */
  readonly title: string;
  /** What it is for, in one or two sentences, shown in both doors' documents. */
  readonly description: string;
  /** A body that passes every check, for documents and first tries. Dates are filled in where it has any. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What it takes: checked, it is an instruction, with fields of its own. */
  readonly body: z.ZodObject & z.ZodType<Instruction>;
  /** Rules over several fields that need today's date; each answers a fault or null. */
  readonly rules: readonly BusinessRule[];
  /** Whether `allowLogicalDuplicate` may be sent. */
  readonly duplicates: 'QUERY' | 'NEVER_ALLOWED';
}

/** A business rule: pure, given the instruction and today's date in Europe/Oslo. */
export type BusinessRule = (instruction: Instruction, today: string) => Fault | null;
