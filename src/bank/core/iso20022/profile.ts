import { join } from 'node:path';
import { z } from 'zod';
import { products } from '../../../domain/payments/products/list.ts';
import { isBic } from '../../../domain/values/bic.ts';
import { FileTextError, fileText } from '../../../domain/values/file-text.ts';
import { readOperatorFile } from '../../../operator-file.ts';
import { ownSchemaFolder } from './schema-files.ts';

/** The usual values of a bank in Norway, and a BIC of no real bank. */
export const defaultProfileFile = join(ownSchemaFolder, 'profile.json');

const codeText = z.string().min(1).max(35);

/** docs/iso20022.md describes the fields. */
const productProfile = z.strictObject({
  serviceLevel: z.string().min(1).max(4),
  localInstrument: z
    .union([z.strictObject({ code: codeText }), z.strictObject({ proprietary: codeText })])
    .optional(),
  chargeBearer: z.enum(['DEBT', 'CRED', 'SHAR', 'SLEV']),
  batchBooking: z.boolean(),
  batchBookingOfSalaries: z.boolean().optional(),
  uetr: z.boolean().default(true),
  accountCurrency: z.enum(['BOTH', 'DEBTOR', 'NONE']).default('BOTH'),
  debtorAgent: z.enum(['BIC', 'NOTPROVIDED']).default('BIC'),
  /** Cuts a longer name of the TPP, or of the debtor if the name comes from the bank. Names in a payment have at most 70 characters. */
  nameLength: z.int().min(70).max(140).default(140),
  characters: z.enum(['ANY', 'LATIN']).default('ANY'),
  references: z.enum(['ANY', 'LATIN']).default('ANY'),
  remittance: z.enum(['ANY', 'SCOR']).default('ANY'),
  address: z.enum(['ANY', 'TOWN']).default('ANY'),
  maxAmount: z
    .string()
    .regex(/^\d{1,18}(\.\d{1,3})?$/, { error: 'must be a decimal number' })
    .optional(),
  schema: z
    .string()
    .regex(/^[\w.-]+\.xsd$/, { error: 'must be the name of a file that ends in .xsd' })
    .optional(),
});
export type ProductProfile = z.output<typeof productProfile>;

const profileSchema = z.strictObject({
  bankBic: z.string().refine(isBic, { error: 'must be a BIC (ISO 9362)' }),
  products: z.strictObject(Object.fromEntries(products.map(({ code }) => [code, productProfile]))),
});
export type Profile = z.output<typeof profileSchema>;

export function readProfile(
  file: string,
): { readonly profile: Profile } | { readonly faults: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(fileText(readOperatorFile(file)));
  } catch (error) {
    const otherFault = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    return { faults: [`${file}: ${error instanceof FileTextError ? error.message : otherFault}`] };
  }
  const result = profileSchema.safeParse(json);
  if (result.success) return { profile: result.data };
  return {
    faults: result.error.issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`),
  };
}
