import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { serviceAddress, type ToolkitEnvironment } from './address.ts';
import { dataDirOf, demoTpp, tppFolder } from './files.ts';

export interface ToolkitPlace {
  readonly url: string;
  /** null: it is not a sandbox, so TPPs have their own files. */
  readonly dataDir: string | null;
}

/** Another terminal reads the settings of `.env` too. */
export function toolkitAt(place: ToolkitPlace, fileSettings: ToolkitEnvironment) {
  const options = joinWords(optionsFor(place, fileSettings));
  return {
    command: toolkitCommand,
    options,
    keysFolder: tppFolder(place.dataDir ?? '.data'),
    demoTppId: demoTpp.organizationIdentifier,
    line(words: readonly string[], tppId: string = demoTpp.organizationIdentifier): string {
      const as = tppId === demoTpp.organizationIdentifier ? [] : ['--as', tppId];
      return `${calledBy(words)}${joinWords([...words, ...as])}${options}`;
    },
  };
}

export function optionsFor(
  { url, dataDir }: ToolkitPlace,
  fileSettings: ToolkitEnvironment,
): readonly string[] {
  const address = serviceAddress(undefined, fileSettings) === url ? [] : ['--url', url];
  if (dataDir === null) return [...address, '--certificate', '<certificate.pem>', '--key', '<private.key>'];
  const isUsualFolder = tppFolder(dataDirOf(undefined, fileSettings)) === tppFolder(dataDir);
  return [...address, ...(isUsualFolder ? [] : ['--data-dir', dataDir])];
}

export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** npx if npm has installed the package; files where there are no npm scripts, as in an image; otherwise npm scripts. */
export function commandsFor(program: string, folder = process.cwd(), module = import.meta.url) {
  const isInstalled =
    /^psd2-bank(\.mjs)?$/.test(basename(program)) || module.includes('/node_modules/psd2-bank/');
  if (isInstalled) return { start: 'npx psd2-bank', toolkit: 'npx psd2-bank tpp' };
  const [built = ''] = /^.*[\\/]dist(?=[\\/])/.exec(program) ?? [];
  const isAlone = existsSync(join(built, 'tpp/cli.js')) && !existsSync(join(built, '../scripts/run.mjs'));
  if (!isAlone) return { start: 'npm start', toolkit: 'npm run tpp --' };
  const command = (file: string) => `node ${shellWord(relative(folder, join(built, file)))}`;
  return { start: command('main.js'), toolkit: command('tpp/cli.js') };
}

export const { start: startCommand, toolkit: toolkitCommand } = commandsFor(process.argv[1] ?? '');

export const quietToolkitCommand = toolkitCommand.replace('npm run', 'npm run --silent');

const calledBy = ([command]: readonly string[]): string =>
  command === 'token' || command === 'curl' ? quietToolkitCommand : toolkitCommand;

const joinWords = (words: readonly string[]): string => words.map((word) => ` ${shellWord(word)}`).join('');
