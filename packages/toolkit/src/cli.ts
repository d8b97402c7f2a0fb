/**
 * The TPP's command line, `npm run tpp -- COMMAND`: the process around command/main.ts. Each command is one file of
 * commands/; command/ has what they share; the files and folders beside them have what they do.
 */
import { readEnvFile } from './address.ts';
import { main } from './command/main.ts';

const enough = new AbortController();
process.once('SIGINT', () => enough.abort());
// The reader of the output may end before this process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const fileSettings = readEnvFile();
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  fileSettings,
  print: (text) => process.stdout.write(`${text}\n`),
  note: (text) => process.stderr.write(`${text}\n`),
  readInput,
  colour: process.stdout.isTTY === true && process.stdout.hasColors() && !process.env.NO_COLOR,
  enough: enough.signal,
});

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
