import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { serviceAddress, type ToolkitEnvironment } from './address.ts';
import { dataDirOf, demoTpp, tppFolder } from './files.ts';

export interface ToolkitTarget {
  readonly url: string;
  /** null: the bank is not a sandbox, so TPPs have their own key files. */
  readonly dataDir: string | null;
}

/** Command lines for another terminal. They omit the settings of `.env`, because the toolkit reads `.env` there too. */
export function toolkitAt(target: ToolkitTarget, fileSettings: ToolkitEnvironment) {
  const options = joinWords(optionsFor(target, fileSettings));
  return {
    command: toolkitCommand,
    /** Begins with a space unless it is empty. */
    options,
    keysFolder: tppFolder(target.dataDir ?? '.data'),
    demoTppId: demoTpp.organizationIdentifier,
    line(words: readonly string[], tppId: string = demoTpp.organizationIdentifier): string {
      const as = tppId === demoTpp.organizationIdentifier ? [] : ['--as', tppId];
      return `${programFor(words)}${joinWords([...words, ...as])}${options}`;
    },
  };
}

function optionsFor({ url, dataDir }: ToolkitTarget, fileSettings: ToolkitEnvironment): readonly string[] {
  const address = serviceAddress(undefined, fileSettings) === url ? [] : ['--url', url];
  if (dataDir === null) return [...address, '--certificate', '<certificate.pem>', '--key', '<private.key>'];
  const isUsualFolder = tppFolder(dataDirOf(undefined, fileSettings)) === tppFolder(dataDir);
  return [...address, ...(isUsualFolder ? [] : ['--data-dir', dataDir])];
}

export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The commands use npx in an installed package, node in an image (which has no npm scripts), and npm in this repository.
 * `program` is the script that runs, `module` the address of this file.
 */
export function commandsFor(program: string, folder = process.cwd(), module = import.meta.url) {
  const isInstalled =
    /^psd2-bank(\.mjs)?$/.test(basename(program)) || module.includes('/node_modules/psd2-bank/');
  if (isInstalled) return { start: 'npx psd2-bank', toolkit: 'npx psd2-bank tpp' };
  const [dist = ''] = /^.*[\\/]dist(?=[\\/])/.exec(program) ?? [];
  const isImage = existsSync(join(dist, 'tpp/cli.js')) && !existsSync(join(dist, '../scripts/run.mjs'));
  const command = (file: string) => `node ${shellWord(relative(folder, join(dist, file)))}`;
  return isImage
    ? { start: command('main.js'), toolkit: command('tpp/cli.js') }
    : { start: 'npm start', toolkit: 'npm run tpp --' };
}

export const { start: startCommand, toolkit: toolkitCommand } = commandsFor(process.argv[1] ?? '');

export const quietToolkitCommand = toolkitCommand.replace('npm run', 'npm run --silent');

/** Another program reads the output of these commands, so npm must not add lines to it. */
const programFor = ([command]: readonly string[]): string =>
  command === 'token' || command === 'curl' ? quietToolkitCommand : toolkitCommand;

/** Each word has a space before it. */
const joinWords = (words: readonly string[]): string => words.map((word) => ` ${shellWord(word)}`).join('');
