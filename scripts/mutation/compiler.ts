/** What the compiler says of a change to one file: first of the file, which is quick, then of all that could see it. */
import { join } from 'node:path';
import ts from 'typescript';
import type { Workshop } from './workshop.ts';

export interface Compiler {
  /** Whether the file with this text has no fault of types. */
  accepts(file: string, text: string): boolean;
  /** Whether the whole project has none. */
  acceptsEverywhere(file: string, text: string): boolean;
}

export function openCompiler({ root, original }: Pick<Workshop, 'root' | 'original'>): Compiler {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  // Unused names are no fault of the kind that matters: a lint would see them.
  const judged: ts.CompilerOptions = {
    ...options,
    noUnusedLocals: false,
    noUnusedParameters: false,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
  };
  const changed = new Map<string, { readonly version: number; readonly text: string }>();
  let version = 0;
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => judged,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (name) => String(changed.get(name)?.version ?? 0),
    getScriptSnapshot(name) {
      const text = changed.get(name)?.text ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const service = ts.createLanguageService(host);
  const put = (path: string, text: string) => {
    version += 1;
    changed.set(path, { version, text });
  };
  const isSound = (path: string) =>
    service.getSyntacticDiagnostics(path).length + service.getSemanticDiagnostics(path).length === 0;
  const judging = (file: string, text: string, judged: (path: string) => boolean): boolean => {
    const path = join(root, file);
    put(path, text);
    const sound = judged(path);
    put(path, original(file));
    return sound;
  };
  const declared = (path: string): string =>
    service
      .getEmitOutput(path, true, true)
      .outputFiles.map(({ text }) => text)
      .join('\n');
  return {
    accepts: (file, text) => judging(file, text, isSound),
    acceptsEverywhere(file, text) {
      const before = declared(join(root, file));
      // Other files see the declarations alone: where they are what they were, nobody has to be asked.
      return judging(file, text, (path) => declared(path) === before || fileNames.every(isSound));
    },
  };
}
