/**
 * The TPP's command line, `npm run tpp -- COMMAND`: the process around command/main.ts. Each command is one file of
 * commands/; command/ has what they share; the files and folders beside them have what they do.
 */
import type { ToolkitEnvironment } from './address.ts';
import { exitCodes } from './command/failures.ts';
import { main } from './command/main.ts';
import { EnvFileError, readEnvFile } from './env-file.ts';

const enough = new AbortController();
process.once('SIGINT', () => enough.abort());
// The reader of the result has ended, as `head -1` does. All commands but `listen` print it last, so that their code stands.
process.stdout.on('error', () => process.exit(process.exitCode ?? exitCodes.done));
// Nobody needs to read the remarks.
process.stderr.on('error', () => undefined);

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  fileSettings: envFile(),
  print: (text) => process.stdout.write(`${text}\n`),
  note: (text) => process.stderr.write(`${text}\n`),
  readInput,
  colour: process.stdout.isTTY === true && process.stdout.hasColors() && !process.env.NO_COLOR,
  enough: enough.signal,
});

function envFile(): ToolkitEnvironment {
  try {
    return readEnvFile();
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(exitCodes.wrongUse);
  }
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
