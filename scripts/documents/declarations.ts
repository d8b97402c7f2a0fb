/** The published types of the toolkit's two entries: a declaration for each and for every file that its types come from. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const entries = ['packages/toolkit/src/index.ts', 'packages/toolkit/src/testing.ts'];
const source = 'packages/toolkit/src';
const target = 'types/tpp';
const options: ts.CompilerOptions = {
  isolatedDeclarations: true,
  declaration: true,
  target: ts.ScriptTarget.ES2023,
};

/** Texts by their path in the repository. Throws where a type would leave the toolkit, or is not written down. */
export function tppDeclarations(root: string): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = join(target, relative(source, file)).replace(/\.ts$/, '.d.ts');
    if (made.has(path)) continue;
    const text = declarationOf(root, file);
    for (const [, imported = ''] of text.matchAll(/from ['"](\.[^'"]{1,200})\.ts['"]/g)) {
      const next = join(dirname(file), `${imported}.ts`);
      if (!next.startsWith(`${source}/`))
        throw new Error(`${file}: the type of ${next} is not the toolkit's own`);
      waiting.push(next);
    }
    made.set(path, text.replace(/(from ['"]\.[^'"]{1,200})\.ts(['"])/g, '$1.js$2'));
  }
  return made;
}

function declarationOf(root: string, file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(join(root, file), 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: options,
  });
  const [first] = diagnostics;
  if (first === undefined) return outputText;
  throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`);
}
