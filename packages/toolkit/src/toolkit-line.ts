/** Command lines to copy into another terminal, quoted for a shell, with the options that the terminal needs. */
import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { serviceAddress, type ToolkitEnvironment } from './address.ts';
import { dataDirOf, demoTpp, tppFolder } from './files.ts';

export interface ToolkitPlace {
  /** Without a trailing slash. */
  readonly url: string;
  /** DATA_DIR of the service; null if it is not a sandbox, so TPPs have their own files. */
  readonly dataDir: string | null;
}

/** `elsewhere`: the settings of `.env`, which another terminal reads too. */
export function toolkitAt(place: ToolkitPlace, elsewhere: ToolkitEnvironment) {
  const options = joinWords(optionsFor(place, elsewhere));
  return {
    command: toolkitCommand,
    options,
    keys: tppFolder(place.dataDir ?? '.data'),
    demo: demoTpp.organizationIdentifier,
    line(words: readonly string[], tppId: string = demoTpp.organizationIdentifier): string {
      const as = tppId === demoTpp.organizationIdentifier ? [] : ['--as', tppId];
      return `${calledBy(words)}${joinWords([...words, ...as])}${options}`;
    },
  };
}

export function optionsFor({ url, dataDir }: ToolkitPlace, elsewhere: ToolkitEnvironment): readonly string[] {
  const address = serviceAddress(undefined, elsewhere) === url ? [] : ['--url', url];
  if (dataDir === null) return [...address, '--certificate', '<certificate.pem>', '--key', '<private.key>'];
  const isUsualFolder = tppFolder(dataDirOf(undefined, elsewhere)) === tppFolder(dataDir);
  return [...address, ...(isUsualFolder ? [] : ['--data-dir', dataDir])];
}

export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The package's program if it started the process; its file where there are no npm scripts, as in an image; otherwise the npm
 * script.
 */
export function commandBeside(program: string, folder = process.cwd()): string {
  if (/^psd2-bank(\.mjs)?$/.test(basename(program))) return 'npx psd2-bank tpp';
  const [built] = /^.*[\\/]dist(?=[\\/])/.exec(program) ?? [];
  const toolkit = join(built ?? '', 'tpp/cli.js');
  const isAlone = existsSync(toolkit) && !existsSync(join(built ?? '', '../scripts/run.mjs'));
  return isAlone ? `node ${shellWord(relative(folder, toolkit))}` : 'npm run tpp --';
}

export const toolkitCommand = commandBeside(process.argv[1] ?? '');

/** For commands whose output must not contain npm's own lines. */
export const quietToolkitCommand = toolkitCommand.replace('npm run', 'npm run --silent');

const calledBy = ([command]: readonly string[]): string =>
  command === 'token' || command === 'curl' ? quietToolkitCommand : toolkitCommand;

const joinWords = (words: readonly string[]): string => words.map((word) => ` ${shellWord(word)}`).join('');
