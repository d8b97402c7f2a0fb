/** The schemas of the core's responses. They remove fields that core.openapi.yaml does not have. */
import { z } from 'zod';
import { isStorable } from '../../domain/values/text.ts';
import { anyFee, storableText } from '../remote-calls/values.ts';
import type { components } from './generated/core.d.ts';

export type CoreSchemas = components['schemas'];
/** A call of `schemaFor` does not compile if the schema accepts a value that core.openapi.yaml does not allow for `Name`. */
const schemaFor = <Name extends keyof CoreSchemas>(
  schema: z.ZodType<CoreSchemas[Name]>,
): z.ZodType<CoreSchemas[Name]> => schema;

const currency = z.string().regex(/^[A-Z]{3}$/);
const limitedId = (maxLength: number) =>
  z.string().min(1).max(maxLength).refine(isStorable, 'cannot be stored');
export const customerNumber = limitedId(35);
const name = storableText.pipe(z.string().min(1).max(140));

export const customer = schemaFor<'Customer'>(
  z.object({
    customerNumber,
    name,
    type: z.enum(['PRIVATE', 'CORPORATE']),
    agreements: z
      .array(
        z.object({
          id: limitedId(100),
          name: storableText.pipe(z.string().max(140)),
          ownerNumber: customerNumber,
        }),
      )
      .max(200),
  }),
);

const account = schemaFor<'Account'>(
  z.object({
    bban: z.string().exactOptional(),
    iban: z.string().exactOptional(),
    other: z.object({ identification: z.string(), schemeNameProprietary: z.string() }).exactOptional(),
    currency,
  }),
);

export const rights: z.ZodType<CoreSchemas['Right'][]> = z
  .array(z.object({ account, allowed: z.boolean(), holderName: name.exactOptional() }))
  .max(20);

const fault = schemaFor<'Fault'>(
  z.object({
    code: z.string(),
    path: storableText.pipe(z.string().max(500)).exactOptional(),
    text: storableText.pipe(z.string().max(512)).exactOptional(),
  }),
);

/** Accepts any fee. The schema `fee` checks the fee later, so that a malformed fee does not make the whole response malformed. */
export const checkedPayment = z.object({ faults: z.array(fault).max(100), fee: z.unknown().optional() });
export const fee = anyFee.optional();
/** The status 422 refuses the order, whatever the body is. In place of a body that does not fit, `faults` has one FORMAT_ERROR. */
export const faults = schemaFor<'Faults'>(
  z.object({ faults: z.array(fault).min(1).max(100) }).catch({ faults: [{ code: 'FORMAT_ERROR' }] }),
);
export const funds = schemaFor<'Funds'>(z.object({ available: z.boolean() }));
/** `reportItem` checks each item. */
export const reports = z.array(z.unknown());
const cursor = limitedId(200);
export const reportItem = schemaFor<'ReportItem'>(z.object({ cursor, document: z.string() }));
/** For an item that does not fit `reportItem`. */
export const reportCursor = z.object({ cursor });
/** A malformed report counts as none, so that the response is still valid: it shows that the core has the order. */
export const order = z.object({ report: z.string().optional().catch(undefined) });
