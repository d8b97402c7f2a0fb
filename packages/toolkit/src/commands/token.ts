import { defineCommand } from '../command/command.ts';
import { UsageError } from '../command/failures.ts';
import { mutate } from '../command/graphql-client.ts';
import { EnvFileError, writeSettings } from '../env-file.ts';
import { textAt } from '../record.ts';

export const token = defineCommand({
  name: 'token',
  summary: 'create a console token for GraphQL clients that cannot sign',
  words: [],
  about: [
    'The token authenticates the TPP at /graphql for eight hours: Authorization: Bearer TOKEN. With --env the command writes it into',
    'a file for Vite, as VITE_BANK_TOKEN, and the address of the service as VITE_BANK_URL. Other lines of the file stay.',
  ],
  sandboxOnly: true,
  options: {
    env: { takes: 'FILE', about: 'write the token into this file, such as .env.local, and do not print it' },
  },
  example: 'npm run tpp -- token --env .env.local',
  async run(call) {
    const payload = await mutate(call, 'createConsoleToken', {}, 'token');
    const consoleToken = textAt(payload, 'token') ?? '';
    const file = call.values.env;
    if (file === undefined) {
      call.answer({ token: consoleToken }, consoleToken);
      call.note('Send it to /graphql in the header Authorization: Bearer <token>.');
      return;
    }
    try {
      await writeSettings(file, { VITE_BANK_URL: call.base(), VITE_BANK_TOKEN: consoleToken });
    } catch (error) {
      throw error instanceof EnvFileError ? new UsageError(`--env: ${error.message}`) : error;
    }
    call.answer({ file }, '');
    call.note(`VITE_BANK_URL and VITE_BANK_TOKEN are in ${file}. The token is valid for eight hours.`);
  },
});

export const consoleLink = defineCommand({
  name: 'console',
  summary: 'print a link that opens the console as this TPP, signed in',
  words: [],
  about: ['The link works once, within eight hours.'],
  sandboxOnly: true,
  options: {},
  example: 'npm run tpp -- console',
  async run(call) {
    const payload = await mutate(call, 'createConsoleLink', {}, 'url expiresAt');
    const [url, expiresAt] = [textAt(payload, 'url'), textAt(payload, 'expiresAt')];
    call.answer({ url, expiresAt }, url ?? '');
  },
});
