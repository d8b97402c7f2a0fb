/** `npm run words` prints what breaks the rules of "Words" in ARCHITECTURE.md; `test/words.test.ts` sets the bounds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const participles = new Set(
  `accepted added agreed allowed answered asked begun bounded called carried changed chosen counted covered decided declared done
  due ended entered expected failed fetched filled followed found given gone granted grouped heard held joined kept known left
  listed locked looked made mapped marked matched meant met missing moved named narrowed needed noted offered opened ordered paid
  parsed passed performed picked placed prepared promised provided read received refused remembered reported returned said saved
  seen selected sent settled shaped shown signed sorted spent split started stored taken told tried unread used waiting wanted
  written`.split(/\s+/),
);

export interface Words {
  readonly participles: readonly string[];
  readonly typesTwice: readonly string[];
  readonly orphans: readonly string[];
}

export function wordsOf(paths: readonly string[]): Words {
  const names: string[] = [];
  const orphans: string[] = [];
  const types = new Map<string, string[]>();
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const at = (position: number) => `${path}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
    const visit = (node: ts.Node): void => {
      if (ts.isModuleDeclaration(node)) return;
      const name = declaredName(node);
      if (name && participles.has(name.text)) names.push(`${at(name.getStart())} ${name.text}`);
      if (isType(node))
        types.set(node.name.text, [...(types.get(node.name.text) ?? []), at(node.getStart())]);
      ts.forEachChild(node, visit);
    };
    visit(source);
    orphans.push(...orphansIn(text).map((line) => `${path}:${line}`));
  }
  const twice = [...types].filter(([, places]) => places.length > 1);
  const typesTwice = twice.map(([name, places]) => `${name}: ${places.join(', ')}`);
  return { participles: names, typesTwice, orphans };
}

/** The header of a file may have an empty line after it. */
function orphansIn(text: string): readonly number[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (index > 0 && line.startsWith('/**') ? [index] : []));
  return starts.flatMap((start) => {
    const end = lines.findIndex((line, index) => index >= start && line.endsWith('*/'));
    return lines[end + 1] === '' ? [start + 1] : [];
  });
}

function declaredName(node: ts.Node): ts.Identifier | null {
  const isNamed =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node);
  return isNamed && node.name && ts.isIdentifier(node.name) ? node.name : null;
}

const isType = (node: ts.Node): node is ts.DeclarationStatement & { readonly name: ts.Identifier } =>
  (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) &&
  node.name !== undefined;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));

export const sources = (): readonly string[] =>
  ['src', 'packages/toolkit/src', 'packages/embedded-postgres/src']
    .flatMap(filesIn)
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !path.includes('generated'));

const wordsOfSentence = 40;

function longSentences(): readonly string[] {
  const paths = [...readdirSync('.'), ...filesIn('docs')].filter((path) => path.endsWith('.md'));
  return paths.flatMap((path) => {
    const prose = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```|^\|.*$|^#.*$/gm, '');
    const sentences = prose.split(/(?<=[.:!?])\s+|\n\n/);
    const long = sentences.filter((sentence) => sentence.split(/\s+/).length > wordsOfSentence);
    return long.map((sentence) => `${path}: ${sentence.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
  });
}

if (process.argv[1]?.endsWith('words.ts')) {
  const rules = { ...wordsOf(sources()), longSentences: longSentences() };
  for (const [rule, places] of Object.entries(rules))
    console.log(`${rule}: ${places.length}\n${places.join('\n')}\n`);
}
