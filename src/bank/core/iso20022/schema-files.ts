/** The schema files of a message: ours and the bank's. docs/iso20022.md has the table. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../package-folder.ts';
import type { Profile } from './messages.ts';

export const isoFolder = join(packageFolder, 'ops/iso20022');

/** null if there is none. */
function fileIn(folder: string | null, name: string): string | null {
  const path = folder === null ? null : join(folder, name);
  return path !== null && existsSync(path) ? path : null;
}

/** `ofProduct`: the schema that the profile names for the product. */
export function schemaFiles(
  message: string,
  schemaFolder: string | null,
  ofProduct?: string,
): readonly string[] {
  const usual = `${message}.xsd`;
  const name = ofProduct ?? usual;
  const published = fileIn(schemaFolder, name) ?? fileIn(schemaFolder, usual);
  const files = [join(isoFolder, usual), fileIn(isoFolder, name), published];
  return [...new Set(files)].filter((path) => path !== null);
}

/** What is wrong with a profile whose schemas have no file. */
export function missingSchemas({ products }: Profile, schemaFolder: string | null): readonly string[] {
  const folders = [isoFolder, ...(schemaFolder === null ? [] : [schemaFolder])];
  return Object.entries(products).flatMap(([code, { schema }]) =>
    schema === undefined || folders.some((folder) => fileIn(folder, schema) !== null)
      ? []
      : [`products.${code}.schema: there is no ${schema} in ${folders.join(' or ')}`],
  );
}
