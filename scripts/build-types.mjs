/** Writes the types of the library. Does nothing without sources or TypeScript (an image, --omit=dev). */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'packages/toolkit/src');
const target = join(root, 'dist/tpp');
const entries = ['index.ts', 'testing.ts'].map((name) => join(source, name));

function declarationOf(ts, file) {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2023 },
  });
  const [first] = diagnostics;
  if (first === undefined) return outputText;
  throw new Error(`${relative(root, file)}: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`);
}

/** Since TypeScript 6, a compiler reads the types of Node only where a file asks for them. */
const nodeTypes = '/// <reference types="node" />\n';

/** By path in dist/tpp. Throws if a type is not the toolkit's own. */
function declarations(ts) {
  const texts = new Map();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = relative(source, file).replaceAll(sep, '/').replace(/\.ts$/, '.d.ts');
    if (texts.has(path)) continue;
    const text = declarationOf(ts, file);
    for (const [, imported = ''] of text.matchAll(/from ['"](\.[^'"]{1,200})\.ts['"]/g)) {
      const next = join(dirname(file), `${imported}.ts`);
      if (!next.startsWith(source + sep))
        throw new Error(`${path}: the type of ${next} is not the toolkit's own`);
      waiting.push(next);
    }
    texts.set(path, nodeTypes + text.replace(/(from ['"]\.[^'"]{1,200})\.ts(['"])/g, '$1.js$2'));
  }
  return texts;
}

function write(texts) {
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }
  for (const path of readdirSync(target, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.d.ts') && !texts.has(path.replaceAll(sep, '/'))) rmSync(join(target, path));
}

const ts = existsSync(source) ? await import('typescript').catch(() => null) : null;
if (ts !== null) write(declarations(ts.default));
