#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const usage = `psd2-bank [start]          start the service, with its own PostgreSQL in DATA_DIR (.data)
psd2-bank tpp COMMAND …    run a command of a TPP; see psd2-bank tpp --help
psd2-bank facade           start two banks, one in front of the other; see docs/facade.md
psd2-bank migrate          migrate the database of DATABASE_URL to this version
psd2-bank help             show this help; psd2-bank --version shows the version

Settings come from the environment or from .env in this folder. The .env.example of the package lists them.`;
const programs = { start: 'main.js', tpp: 'tpp/cli.js', migrate: 'migrate.js', facade: 'tpp/facade.js' };

const [, , programName = 'start', ...words] = process.argv;
const isHelp = (word) => ['--help', '-h'].includes(word);
if (programName === 'help' || isHelp(programName) || (programName !== 'tpp' && isHelp(words[0]))) {
  console.log(usage);
  process.exit();
}
if (['--version', '-v'].includes(programName)) {
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
  process.exit();
}
if (!Object.hasOwn(programs, programName)) {
  const { suggestion } = await import('../dist/tpp/suggestion.js').catch(() => ({ suggestion: () => '' }));
  const hint = suggestion(programName, [...Object.keys(programs), 'help']);
  console.error(`There is no program '${programName}'.${hint}\n\n${usage}`);
  process.exit(2);
}
const isForTest = programName === 'start' && words[0] === '--for-a-test';
// The command line would seem to have an effect, such as that of another port.
if ((programName !== 'tpp' && words.length > 0 && !isForTest) || (isForTest && !words[1])) {
  const fault = isForTest ? 'needs a folder after --for-a-test' : `does not take '${words[0]}'`;
  console.error(`psd2-bank ${programName} ${fault}.\n\n${usage}`);
  process.exit(2);
}
const program = new URL(`../dist/${programs[programName]}`, import.meta.url);
if (!existsSync(program)) {
  console.error('The package is not built. Run npm run build.');
  process.exit(1);
}
process.argv.splice(2, 1);

// The bank of a test (psd2-bank/testing) ends when its standard input does, and leaves nothing behind. It takes only the named
// settings from the environment: the others are those of the developer's own service, with its database and its address.
const [folder, ...settingNames] = isForTest ? process.argv.splice(2).slice(1) : [];
if (folder !== undefined) {
  // Node would end at a signal without deleting the claimed folder. Before the service listens for the signal, nothing has to be closed.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
    process.on(signal, () => process.listenerCount(signal) === 1 && process.exit());
  claimFolder(folder);
  const settings = Object.keys(parseEnv(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')));
  // The service refuses other names of OpenTelemetry.
  const more = Object.keys(process.env).filter((name) => name.startsWith('OTEL_'));
  for (const name of [...settings, ...more]) if (!settingNames.includes(name)) process.env[name] = '';
  Object.assign(process.env, { DATA_DIR: folder, PORT: '0' });
  // A database that has not ended yet writes into the folder.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  // No signal: Ctrl-C also ends the test, and so the input, and a second signal would end the bank before its database.
  process.stdin.resume().once('end', () => process.emit('endOfInput') || process.exit());
}
await import(program.href);

/** Refuses the folder of another bank, because this process deletes its folder when it ends. */
function claimFolder(path) {
  const file = join(path, 'bank.pid');
  try {
    if (!existsSync(path)) mkdirSync(path);
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : null;
    if (pid === null ? existsSync(join(path, 'postgres')) : isAlive(pid)) refuseFolder(path);
    writeFileSync(file, String(process.pid), { flag: pid === null ? 'wx' : 'w' });
  } catch (error) {
    if (['EEXIST', 'ENOTDIR'].includes(error.code)) refuseFolder(path);
    // The service makes missing folders, and names every other fault.
  }
}

function refuseFolder(path) {
  console.error(
    `${path} is in use. Name an empty folder, because this bank deletes its folder when it ends.`,
  );
  process.exit(1);
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
