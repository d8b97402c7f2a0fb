/**
 * Responses of a core system, checked by the schemas of core.openapi.yaml: nothing is done with one that does not fit. Other
 * fields are dropped.
 */
import { z } from 'zod';
import type { components } from './generated/core.d.ts';

type Schemas = components['schemas'];
/** The document must allow all values of the schema. */
const of = <Name extends keyof Schemas>(schema: z.ZodType<Schemas[Name]>): z.ZodType<Schemas[Name]> => schema;

const currency = z.string().regex(/^[A-Z]{3}$/);
const amount = of<'Amount'>(z.object({ amount: z.string().regex(/^\d{1,18}(\.\d{1,5})?$/), currency }));
const number = z.string().min(1).max(35);
const name = z.string().min(1).max(140);

export const customer = of<'Customer'>(
  z.object({
    customerNumber: number,
    name,
    type: z.enum(['PRIVATE', 'CORPORATE']),
    agreements: z
      .array(z.object({ id: z.string().min(1).max(100), name: z.string().max(140), ownerNumber: number }))
      .max(200),
  }),
);

const account = of<'Account'>(
  z.object({
    bban: z.string().exactOptional(),
    iban: z.string().exactOptional(),
    other: z.object({ identification: z.string(), schemeNameProprietary: z.string() }).exactOptional(),
    currency,
  }),
);

export const rights: z.ZodType<Schemas['Right'][]> = z
  .array(z.object({ account, allowed: z.boolean(), holderName: name.exactOptional() }))
  .max(20);

const fault = of<'Fault'>(
  z.object({
    code: z.string(),
    path: z.string().max(500).exactOptional(),
    text: z.string().max(512).exactOptional(),
  }),
);

export const checkedPayment = of<'CheckedPayment'>(
  z.object({ faults: z.array(fault).max(100), fee: amount.exactOptional() }),
);
export const faults = of<'Faults'>(z.object({ faults: z.array(fault).min(1).max(100) }));
export const funds = of<'Funds'>(z.object({ available: z.boolean() }));
/** Each item is checked on its own. */
export const reports = z.array(z.unknown());
const cursor = z.string().min(1).max(200);
export const reportItem = of<'ReportItem'>(z.object({ cursor, document: z.string() }));
export const reportCursor = z.object({ cursor });
export const order = of<'Order'>(z.object({ report: z.string().exactOptional() }));
