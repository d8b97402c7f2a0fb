/** Runs a program of dist/, rebuilt if the sources have changed. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildService } from './build-service.mjs';

const settings = 'Settings come from the environment or from .env; .env.example describes them.';
/** The toolkit and the demo check their words themselves. */
const usages = {
  'main.js': { words: [], text: `npm start    start the service. ${settings}` },
  'migrate.js': {
    words: [],
    text: `npm run db:migrate    migrate the database of DATABASE_URL. ${settings}`,
  },
  'tpp/facade.js': {
    words: [],
    text: 'npm run facade    start two banks, one in front of the other; see docs/facade.md',
  },
  'core.js': {
    words: ['--identity-provider', '--service'],
    text: 'npm run core -- [--service]    start a core system and an identity provider, with --service also a service that uses both; see docs/core.md',
  },
};

const [node, , program = '', ...rest] = process.argv;
const usage = usages[program];
if (usage !== undefined && rest.includes('--help')) {
  console.log(usage.text);
  process.exit();
}
// The command line would seem to have an effect, such as that of another port.
const unknownWord = rest.find((word) => usage !== undefined && !usage.words.includes(word));
if (unknownWord !== undefined) {
  console.error(`The command does not take '${unknownWord}'.\n${usage.text}`);
  process.exit(2);
}
const file = new URL(`../dist/${program}`, import.meta.url);
await buildService().catch((error) => {
  if (error.path === undefined) throw error;
  console.error(
    `The build is older than the sources, and ${error.path} cannot be written (${error.code}). Run npm run build as the owner of the folder.`,
  );
  process.exit(1);
});
if (!existsSync(file)) {
  console.error('The service is not built, for the development packages are left out: npm ci --include=dev');
  process.exit(1);
}
process.setSourceMapsEnabled(true);
process.argv = [node, fileURLToPath(file), ...rest];
await import(file.href);
