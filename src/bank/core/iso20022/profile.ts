import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { products } from '../../../domain/payments/products/list.ts';
import { isBic } from '../../../domain/values/bic.ts';
import { FileTextError, fileText } from '../../../domain/values/file-text.ts';
import { ownSchemaFolder } from './schema-files.ts';

/** The profile that is used if the bank sets no other: the usual values of a bank in Norway, and a BIC of no real bank. */
export const defaultProfileFile = join(ownSchemaFolder, 'profile.json');

const codeText = z.string().min(1).max(35);

/** How the bank wants the orders of one product. */
const productProfile = z.strictObject({
  /** ExternalServiceLevel1Code, such as NURG or SEPA. */
  serviceLevel: z.string().min(1).max(4),
  /** ExternalLocalInstrument1Code, or the bank's own text. */
  localInstrument: z
    .union([z.strictObject({ code: codeText }), z.strictObject({ proprietary: codeText })])
    .optional(),
  chargeBearer: z.enum(['DEBT', 'CRED', 'SHAR', 'SLEV']),
  /** true: the debtor's account is debited once for all entries of an order. */
  batchBooking: z.boolean(),
  /** Replaces `batchBooking` in a bulk payment of salaries. true: the debtor's statement shows only the sum. */
  batchBookingOfSalaries: z.boolean().optional(),
  /** Whether each entry has a UETR. */
  uetr: z.boolean().default(true),
  /** The accounts that are written with a currency. */
  accountCurrency: z.enum(['BOTH', 'DEBTOR', 'NONE']).default('BOTH'),
  /** NOTPROVIDED: the order does not name the debtor's bank. */
  debtorAgent: z.enum(['BIC', 'NOTPROVIDED']).default('BIC'),
  /**
   * How many characters the names of the TPP and of the debtor may have; the service shortens longer names. All other names have
   * at most 70 characters, so they always fit.
   */
  nameLength: z.int().min(70).max(140).default(140),
  /** LATIN: texts must use the Latin characters of SEPA. */
  characters: z.enum(['ANY', 'LATIN']).default('ANY'),
  /** LATIN: references and ids follow the EPC: Latin characters, no slash at the beginning or end, and no two slashes in a row. */
  references: z.enum(['ANY', 'LATIN']).default('ANY'),
  /** ANY: any number of creditor references, of any type; SCOR: at most one, of type SCOR. */
  remittance: z.enum(['ANY', 'SCOR']).default('ANY'),
  /** TOWN: an address needs a town. */
  address: z.enum(['ANY', 'TOWN']).default('ANY'),
  /** The largest amount of a transfer, as a decimal; the limit of pain.001 when absent. */
  maxAmount: z
    .string()
    .regex(/^\d{1,18}(\.\d{1,3})?$/, { error: 'must be a decimal number' })
    .optional(),
  /**
   * An additional schema: a file in `ops/iso20022`, in the bank's folder of schemas (ISO_SCHEMA_DIR), or in both. If both
   * folders have it, an order must fit both files.
   */
  schema: z
    .string()
    .regex(/^[\w.-]+\.xsd$/, { error: 'must be the name of a file that ends in .xsd' })
    .optional(),
});
export type ProductProfile = z.output<typeof productProfile>;

const profileSchema = z.strictObject({
  /** The BIC of the bank, which is the debtor's agent. */
  bankBic: z.string().refine(isBic, { error: 'must be a BIC (ISO 9362)' }),
  /** By product code. */
  products: z.strictObject(Object.fromEntries(products.map(({ code }) => [code, productProfile]))),
});
/** The content of a profile file, such as ops/iso20022/profile.json. */
export type Profile = z.output<typeof profileSchema>;

/** Returns the faults of an invalid file. */
export function readProfile(
  file: string,
): { readonly profile: Profile } | { readonly faults: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(fileText(readFileSync(file)));
  } catch (error) {
    const syntaxFault = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    return { faults: [`${file}: ${error instanceof FileTextError ? error.message : syntaxFault}`] };
  }
  const result = profileSchema.safeParse(json);
  if (result.success) return { profile: result.data };
  return {
    faults: result.error.issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`),
  };
}
