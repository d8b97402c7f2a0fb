/** Projects as docs/frontend.md describes: the Vite template, and the files of the page. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, textOf } from './markdown.ts';

export const page = 'docs/frontend.md';
export const clients = ['urql', 'Apollo'] as const;
export type ClientName = (typeof clients)[number];

interface File {
  readonly path: string;
  readonly client: string | null;
  readonly text: string;
}

/** A block whose first line names a file: `// src/App.tsx, for urql`. */
const files: readonly File[] = [
  ...textOf(page).matchAll(/^```\w+\n((?:\/\/|#) (\S+\.\w+)(?:, for (\w+))?[\s\S]*?)^```/gm),
].map(([, text = '', path = '', client = null]) => ({ path, client, text }));

export function fileOf(path: string, client: string | null = null): string {
  const found = files.filter((one) => one.path === path && one.client === client);
  if (found.length !== 1) throw new Error(`${page} has ${path} ${found.length} times`);
  return found[0]?.text ?? '';
}

export const filesOf = (client: ClientName): readonly File[] =>
  files.filter((one) => one.client === null || one.client === client);

/**
 * The template react-ts of create-vite 9.3.0: its tsconfig.app.json without the incremental build file, and its
 * main.tsx.
 */
const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    lib: ['ES2023', 'DOM'],
    module: 'esnext',
    types: ['vite/client'],
    allowArbitraryExtensions: true,
    skipLibCheck: true,
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    moduleDetection: 'force',
    noEmit: true,
    jsx: 'react-jsx',
    noUnusedLocals: true,
    noUnusedParameters: true,
    erasableSyntaxOnly: true,
    noFallthroughCasesInSwitch: true,
  },
  include: ['src'],
};
const main = `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`;

/** Runs a program from node_modules in a folder; returns its output when it fails. */
function failureOf(folder: string, ...[program, ...words]: readonly string[]): string {
  const command = [join(root, 'node_modules', program ?? ''), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}` || `ended with ${status}`;
}

export const typeFaults = (folder: string): string =>
  failureOf(folder, 'typescript-native/bin/tsc', '-p', 'tsconfig.json');

/** A project for each client, with types from codegen by the configuration of the page. */
export function makeProjects() {
  const top = mkdtempSync(join(tmpdir(), 'psd2-bank-front-end-'));
  const folderOf = (client: ClientName): string => join(top, client);
  const put = (client: ClientName, path: string, text: string): void => {
    const file = join(folderOf(client), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const client of clients) {
    put(client, 'tsconfig.json', JSON.stringify(tsconfig));
    put(client, 'package.json', '{ "private": true, "type": "module" }');
    put(client, 'src/main.tsx', main);
    for (const { path, text } of filesOf(client)) put(client, path, text);
    symlinkSync(join(root, 'node_modules'), join(folderOf(client), 'node_modules'));
  }
  return {
    folderOf,
    put,
    /** Runs codegen with the configuration of the page, except for the schema path. Returns the error. */
    generate(codegen: string): string {
      const [first, ...others] = clients;
      const schema = JSON.stringify(join(root, 'schema.graphql'));
      put(first, 'codegen.ts', codegen.replace("'http://localhost:4000/graphql'", schema));
      const failure = failureOf(folderOf(first), '@graphql-codegen/cli/cjs/bin.js');
      const generated = (client: ClientName) => join(folderOf(client), 'src/generated');
      if (failure === '')
        for (const other of others) cpSync(generated(first), generated(other), { recursive: true });
      return failure;
    },
    remove: () => rmSync(top, { recursive: true }),
  };
}
