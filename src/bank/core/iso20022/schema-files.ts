/**
 * Finds the schema files that validate a message: the service's own files and those of the bank. docs/iso20022.md has a table of
 * the files.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../package-folder.ts';

/** The folder of the service's own schemas. */
export const ownSchemaFolder = join(packageFolder, 'ops/iso20022');

/** The path of the file, or null if there is none. */
function findFile(folder: string | null, name: string): string | null {
  const path = folder === null ? null : join(folder, name);
  return path !== null && existsSync(path) ? path : null;
}

/**
 * The paths of all schemas that validate a message. `schemaFolder` is the bank's folder (ISO_SCHEMA_DIR). `productSchema` is the
 * name of an additional file, as the profile gives it. The file is in the service's folder, in the bank's, or in both. If both
 * folders have it, both files validate. If the bank's folder does not have it, the bank's usual file for the message validates.
 */
export function schemaFiles(
  message: string,
  schemaFolder: string | null,
  productSchema?: string,
): readonly string[] {
  const usualName = `${message}.xsd`;
  const name = productSchema ?? usualName;
  const bankFile = findFile(schemaFolder, name) ?? findFile(schemaFolder, usualName);
  const files = [join(ownSchemaFolder, usualName), findFile(ownSchemaFolder, name), bankFile];
  return [...new Set(files)].filter((path) => path !== null);
}

/** One fault for each product whose schema is in neither folder. `products` is from the profile. */
export function missingSchemaFaults(
  products: Readonly<Record<string, { readonly schema?: string | undefined }>>,
  schemaFolder: string | null,
): readonly string[] {
  const folders = [ownSchemaFolder, ...(schemaFolder === null ? [] : [schemaFolder])];
  return Object.entries(products).flatMap(([code, { schema }]) =>
    schema === undefined || folders.some((folder) => findFile(folder, schema) !== null)
      ? []
      : [`products.${code}.schema: there is no ${schema} in ${folders.join(' or ')}`],
  );
}
