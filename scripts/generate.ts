/**
 * Makes every generated file of the repository out of the source: schema.graphql, the tables under docs/ and the typed
 * documents.
 * With --check it writes nothing and fails, naming the files that are not fresh.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from '@graphql-codegen/cli';
import codegen from '../codegen.ts';
import { scenariosMarkdown } from '../src/domain/bank/scenarios.ts';
import { printedSchema } from '../src/graphql/print.ts';
import { errorsMarkdown } from './documents/errors.ts';
import { routesMarkdown } from './documents/routes.ts';
import { statusesMarkdown } from './documents/statuses.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const stale: string[] = [];

/** Files written straight from the source, by their path in the repository. */
const written: Readonly<Record<string, () => string>> = {
  'schema.graphql': printedSchema,
  'docs/errors.md': errorsMarkdown,
  'docs/routes.md': routesMarkdown,
  'docs/scenarios.md': scenariosMarkdown,
  'docs/statuses.md': statusesMarkdown,
};

function put(path: string, text: string): void {
  const file = join(root, path);
  if (readText(file) === text) return;
  if (check) stale.push(path);
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Typed documents go to a scratch folder first, so that --check compares without touching the tree. */
async function typedDocuments(): Promise<void> {
  const target = 'src/generated/';
  const scratch = mkdtempSync(join(tmpdir(), 'psd2-bank-generate-'));
  const options = codegen.generates[target];
  if (options === undefined) throw new Error('codegen.ts no longer makes src/generated/');
  const files = await generate(
    { ...codegen, cwd: root, silent: true, generates: { [`${scratch}/`]: options } },
    false,
  );
  rmSync(scratch, { recursive: true, force: true });
  for (const file of files as { filename: string; content: string }[]) {
    put(join(target, relative(scratch, file.filename)), file.content);
  }
}

for (const [path, text] of Object.entries(written)) put(path, text());
await typedDocuments();
if (stale.length > 0) {
  console.error(`Not fresh, run npm run generate: ${stale.join(', ')}`);
  process.exit(1);
}
