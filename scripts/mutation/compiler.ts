/** Which changes compile: each file by itself first, many changes at once, then all files that could be affected. */
import { join } from 'node:path';
import ts from 'typescript';
import { type Mutant, mutated } from './mutators.ts';
import type { Workshop } from './workshop.ts';

export interface Compiler {
  /** Of each change, whether its file has no fault of types. */
  acceptsEach(mutants: readonly Mutant[]): readonly boolean[];
  /** Whether the whole project has none. */
  acceptsEverywhere(file: string, text: string): boolean;
}

type Place = Pick<Workshop, 'root' | 'original'>;

export function openCompiler(place: Place): Compiler {
  let judge: ReturnType<typeof openJudge> | undefined;
  const opened = () => {
    judge ??= openJudge(place);
    return judge;
  };
  return {
    acceptsEach(mutants) {
      const { sound, unknown } = judgedAtOnce(place, mutants);
      return mutants.map((mutant) => {
        if (!unknown.has(mutant.file)) return sound.has(mutant);
        return opened().accepts(mutant.file, mutated(place.original(mutant.file), mutant));
      });
    },
    acceptsEverywhere: (file, text) => opened().acceptsEverywhere(file, text),
  };
}

function configurationOf(root: string): { fileNames: string[]; options: ts.CompilerOptions } {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  // Unused names are no fault of the kind that matters: a lint would see them.
  return { fileNames, options: { ...options, noUnusedLocals: false, noUnusedParameters: false } };
}

/**
 * Checks each change as a file beside the original, in one program, so that imports are read once. Where the unchanged
 * copy has faults, because one of its types is then another type, the result is unknown.
 */
function judgedAtOnce({ root, original }: Place, mutants: readonly Mutant[]) {
  const { fileNames, options } = configurationOf(root);
  const texts = new Map<string, string>();
  const copyOf = (file: string, name: string, text: string): string => {
    const path = join(root, file.replace(/\.ts$/, `.${name}.ts`));
    texts.set(path, text);
    return path;
  };
  const files = [...new Set(mutants.map(({ file }) => file))];
  const unchanged = files.map((file) => copyOf(file, 'unchanged', original(file)));
  const changed = mutants.map((mutant, index) =>
    copyOf(mutant.file, `changed-${index}`, mutated(original(mutant.file), mutant)),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  const ambient = fileNames.filter((name) => name.endsWith('.d.ts'));
  const program = ts.createProgram([...ambient, ...texts.keys()], options, host);
  const isSound = (path: string): boolean => {
    const source = program.getSourceFile(path);
    return (
      source !== undefined &&
      program.getSyntacticDiagnostics(source).length + program.getSemanticDiagnostics(source).length === 0
    );
  };
  return {
    sound: new Set(mutants.filter((_, index) => isSound(changed[index] ?? ''))),
    unknown: new Set(files.filter((_, index) => !isSound(unchanged[index] ?? ''))),
  };
}

/** One change at a time, in the files where they stand. */
function openJudge({ root, original }: Place) {
  const { fileNames, options } = configurationOf(root);
  const judged: ts.CompilerOptions = {
    ...options,
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
    accepts: (file: string, text: string) => judging(file, text, isSound),
    acceptsEverywhere(file: string, text: string) {
      const before = declared(join(root, file));
      // Other files depend on the declarations only: while these are unchanged, the others need no check.
      return judging(file, text, (path) => declared(path) === before || fileNames.every(isSound));
    },
  };
}
