import { buffer } from 'node:stream/consumers';
import type { ToolkitEnvironment } from './address.ts';
import { exitCodes } from './command/failures.ts';
import { main } from './command/main.ts';
import { exitWhenOutputEnds } from './command/output.ts';
import { EnvFileError, loadEnvFile } from './env-file.ts';

exitWhenOutputEnds();

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  fileSettings: loadEnvFileOrExit(),
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
  readInput: () => buffer(process.stdin),
  colour: process.stdout.isTTY === true && process.stdout.hasColors() && !process.env.NO_COLOR,
  isTerminal: process.stdout.isTTY === true,
  interruption() {
    const controller = new AbortController();
    process.once('SIGINT', () => controller.abort());
    return controller.signal;
  },
});

function loadEnvFileOrExit(): ToolkitEnvironment {
  try {
    return loadEnvFile();
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(exitCodes.wrongUse);
  }
}
