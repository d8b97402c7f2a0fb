/** Chooses the XML schemas of a message. docs/iso20022.md has a table of the files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../package-folder.ts';

export const ownSchemaFolder = join(packageFolder, 'ops/iso20022');

function findFile(folder: string | null, name: string): string | null {
  const path = folder === null ? null : join(folder, name);
  return path !== null && existsSync(path) ? path : null;
}

/**
 * A document must fit all these schemas: our schema of the message; the file `productSchema` in our folder, if there is one; and the
 * bank's schema. In `schemaFolder`, the bank's schema is the file `productSchema`, or else the schema of the message.
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
