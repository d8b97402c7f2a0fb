/** With --check it writes nothing, and fails with the names of stale files. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from '@graphql-codegen/cli';
import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { parse } from 'yaml';
import codegen from '../codegen.ts';
import { printWholeSchema } from '../src/graphql/schema/schema.ts';
import { brunoFiles } from './documents/collections/bruno.ts';
import { postmanCollection } from './documents/collections/postman.ts';
import { complianceMarkdown } from './documents/compliance.ts';
import { productsModule } from './documents/console-products.ts';
import { statusesModule } from './documents/console-statuses.ts';
import { errorsMarkdown } from './documents/errors.ts';
import { formsModule } from './documents/forms.ts';
import { headersMarkdown } from './documents/headers.ts';
import { sandboxDocument } from './documents/openapi.ts';
import { routesMarkdown } from './documents/routes.ts';
import { scenariosMarkdown } from './documents/scenarios.ts';
import { seedJsonSchema } from './documents/seed-schema.ts';
import { statusesMarkdown } from './documents/statuses.ts';
import { testDataMarkdown } from './documents/test-data.ts';
import { toolkitMarkdown } from './documents/toolkit.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const stale: string[] = [];

const written: Readonly<Record<string, () => string | Promise<string>>> = {
  'schema.graphql': printWholeSchema,
  'docs/compliance.md': complianceMarkdown,
  'docs/errors.md': errorsMarkdown,
  'docs/headers.md': headersMarkdown,
  'docs/routes.md': routesMarkdown,
  'docs/scenarios.md': scenariosMarkdown,
  'docs/statuses.md': statusesMarkdown,
  'docs/test-data.md': testDataMarkdown,
  'docs/toolkit.md': toolkitMarkdown,
  'console/generated/forms.ts': formsModule,
  'console/generated/products.ts': productsModule,
  'console/generated/statuses.ts': statusesModule,
  'examples/postman/psd2-bank.postman_collection.json': postmanCollection,
  'examples/rest/api.d.ts': restTypes,
  'examples/seed/seed.schema.json': seedJsonSchema,
  'src/bank/core/generated/core.d.ts': coreTypes,
};

/** As the command line of openapi-typescript writes the types. */
async function restTypes(): Promise<string> {
  const types = await openapiTypes(JSON.stringify(sandboxDocument()));
  return COMMENT_HEADER + astToString(types);
}

async function coreTypes(): Promise<string> {
  const document = parse(readFileSync(join(root, 'docs/core.openapi.yaml'), 'utf8'));
  const types = await openapiTypes(JSON.stringify(document));
  const texts = types.map((type) => astToString(type));
  return [COMMENT_HEADER, ...texts.filter((text) => /^export interface components /.test(text))].join('');
}

function put(path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (check) stale.push(path);
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Also removes files that are no longer generated. */
function putAll(folder: string, ending: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) put(join(folder, path), text);
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith(ending) || Object.hasOwn(files, name.replaceAll('\\', '/'))) continue;
    if (check) stale.push(join(folder, name));
    else rmSync(join(root, folder, name));
  }
}

async function typedDocuments(): Promise<void> {
  const files = await generate({ ...codegen, cwd: root, silent: true }, false);
  for (const { filename, content } of files as { filename: string; content: string }[])
    put(filename, content);
}

for (const [path, text] of Object.entries(written)) put(path, await text());
putAll('examples/bruno', '.bru', brunoFiles());
await typedDocuments();
if (stale.length > 0) {
  console.error(`Not fresh, run npm run generate: ${stale.join(', ')}`);
  process.exit(1);
}
