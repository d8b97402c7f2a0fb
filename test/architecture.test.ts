import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../scripts/documents/operations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const configuration = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as IConfiguration;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => `${folder}/${file}`)
    .sort();
const embeddedPostgres = filesIn('packages/embedded-postgres/src');
const files = [...filesIn('src'), ...filesIn('packages/toolkit/src'), ...embeddedPostgres];
/** Imports by path, without packages. */
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].map(
    ([, path]) => join(root, dirname(file), path as string),
  );
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;

async function violations(paths: readonly string[], baseDir = root): Promise<readonly string[]> {
  const { options, ...ruleSet } = configuration;
  const tsConfig = { fileName: join(root, 'tsconfig.json') };
  const { output } = await cruise([...paths], { ...options, tsConfig, ruleSet, validate: true, baseDir });
  return (output as ICruiseResult).summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`,
  );
}

/** Violations in a tree with only these files, as `rule: from -> to`. */
async function violationsIn(planted: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'planted-')));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, code] of Object.entries(planted)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), code);
    }
    const cruised = ['src', 'packages'].filter((one) => existsSync(join(folder, one)));
    return await violations(cruised, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rulesBroken = async (planted: Readonly<Record<string, string>>) =>
  (await violationsIn(planted)).map((one) => one.split(':')[0]);

describe('imports between rooms', () => {
  const withoutBank = readdirSync(join(root, 'src'), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() && !['app', 'bank'].includes(one.name) ? [one.name] : [],
  );
  const forbidden = [
    ['domain', `import '../../operations/ports/stores.ts';`, 'domain-knows-only-its-neighbours'],
    [
      'domain',
      `import type { PaymentRecord } from '../../operations/ports/stores.ts'; export type X = PaymentRecord;`,
      'domain-knows-only-its-neighbours',
    ],
    ['domain', `import 'node:fs';`, 'domain-packages'],
    ['domain', `import 'node:crypto';`, 'domain-packages'],
    ['domain', `import 'graphql';`, 'domain-packages'],
    ['operations', `import '../../db/client.ts';`, 'operations-knows-only-its-neighbours'],
    ['operations', `import 'node:http';`, 'operations-packages'],
    ['bank', `import '../../db/client.ts';`, 'bank-knows-only-its-neighbours'],
    ['bank/simulated', `import 'undici';`, 'http-clients-in-remote-banks-alone'],
    ['operations', `import 'undici';`, 'http-clients-in-remote-banks-alone'],
    ['housekeeping', `import 'node:https';`, 'http-clients-in-remote-banks-alone'],
    ['housekeeping', `import '../../bank/simulated/batch.ts';`, 'housekeeping-knows-only-its-neighbours'],
    ['housekeeping', `import '../../bank/upstream/ports.ts';`, 'housekeeping-knows-only-its-neighbours'],
    ['operations', `import '../../bank/local-approval.ts';`, 'operations-knows-only-its-neighbours'],
    ['sca', `import '../../bank/upstream/approval.ts';`, 'sca-knows-only-its-neighbours'],
    ['bank', `import 'undici';`, 'undici-in-remote-calls-and-notifications-alone'],
    ['bank', `import 'node:https';`, 'bank-packages'],
    ['bank/upstream', `import '../../../db/client.ts';`, 'bank-knows-only-its-neighbours'],
    ['bank/upstream', `import 'undici';`, 'undici-in-remote-calls-and-notifications-alone'],
    ['bank/upstream', `import '../../../bank/core/client.ts';`, 'banks-know-no-other-bank'],
    [
      'bank/simulated',
      `import '../../../bank/remote-calls/remote-client.ts';`,
      'simulated-bank-calls-nobody',
    ],
    ['bank/upstream', `import 'node:https';`, 'upstream-packages'],
    ['bank/remote-calls', `import 'node:https';`, 'remote-calls-packages'],
    ['bank/upstream', `import 'graphql';`, 'upstream-packages'],
    ['fairness', `import '../../operations/operation.ts';`, 'fairness-knows-only-its-neighbours'],
    ['fairness', `import 'node:fs';`, 'fairness-packages'],
    ['operations', `import 'undici';`, 'undici-in-remote-calls-and-notifications-alone'],
    ['db', `import 'undici';`, 'undici-in-remote-calls-and-notifications-alone'],
    ...withoutBank.map((room) => [
      room,
      `import type { PaymentRecord } from '../../bank/simulated/simulated-bank.ts'; export type X = PaymentRecord;`,
      'banks-behind-their-port',
    ]),
    ['security', `import '../../operations/operation.ts';`, 'security-knows-only-its-neighbours'],
    ['db', `import '../../operations/operation.ts';`, 'db-knows-only-its-neighbours'],
    ['db', `import '../../rest/routes.ts';`, 'db-knows-only-its-neighbours'],
    ['graphql', `import '../../rest/routes.ts';`, 'graphql-knows-only-its-neighbours'],
    ['graphql', `import '../../security/guard.ts';`, 'graphql-knows-only-its-neighbours'],
    ['rest', `import '../../graphql/schema/schema.ts';`, 'rest-knows-only-its-neighbours'],
    ['rest', `import '../../db/client.ts';`, 'rest-knows-only-its-neighbours'],
    ['rest', `import 'drizzle-orm';`, 'postgres-and-drizzle-in-db-alone'],
    ['http', `import '../../db/client.ts';`, 'http-knows-only-its-neighbours'],
    ['sca', `import '../../rest/routes.ts';`, 'sca-knows-only-its-neighbours'],
    ['http', `import '../../rest/routes.ts';`, 'http-knows-only-its-neighbours'],
    ['pages', `import '../../db/client.ts';`, 'pages-knows-only-its-neighbours'],
    [
      'observability/request-log',
      `import '../../../db/client.ts';`,
      'observability/request-log-knows-only-its-neighbours',
    ],
    ['http', `import '../../process/log.ts';`, 'nobody-imports-the-root'],
    ['http', `import '../../app/callers.ts';`, 'nobody-imports-the-root'],
  ].map(([room = '', code = '', rule = ''], index) => {
    const file = `src/${room}/somewhere/planted-${index}.ts`;
    return { room, code, rule, file, target: /'(?:\.\.\/)+([^']+)'/.exec(code)?.[1] };
  });
  let found: readonly string[];
  beforeAll(async () => {
    const targets = forbidden.flatMap(({ target }) => target ?? []);
    found = await violationsIn({
      ...Object.fromEntries(targets.map((path) => [`src/${path}`, 'export type PaymentRecord = 1;\n'])),
      ...Object.fromEntries(forbidden.map(({ file, code }) => [file, `${code}\n`])),
    });
  });
  it.each(forbidden)('a violation planted in $room is caught: $code', ({ file, rule }) => {
    expect(found.filter((one) => one.startsWith(`${rule}: ${file} -> `))).toHaveLength(1);
  });

  it.each(['upstream', 'core', 'simulated'])(
    'a root file other than app.ts may not choose the bank: %s',
    async (kind) => {
      const planted = {
        'src/planted.ts': `import './bank/${kind}/x.ts';\n`,
        [`src/bank/${kind}/x.ts`]: 'export {};\n',
      };
      expect(await rulesBroken(planted)).toContain('banks-behind-their-port');
    },
  );

  it.each([
    ['packages/embedded-postgres/src/planted.ts', 'src/domain/refusal.ts', 'packages-know-no-service'],
    ['packages/embedded-postgres/test/planted.ts', 'test/support/bank.ts', 'packages-know-no-service'],
    ['src/main.ts', 'packages/embedded-postgres/src/lock.ts', 'packages-by-their-entry'],
    ['src/app.ts', 'packages/embedded-postgres/src/index.ts', 'embedded-postgres-in-main-alone'],
    ['packages/embedded-postgres/src/planted.ts', 'packages/toolkit/src/sign.ts', 'packages-know-no-service'],
    ['packages/toolkit/src/planted.ts', 'src/operations/operation.ts', 'toolkit-knows-only-its-neighbours'],
    ['packages/toolkit/src/planted.ts', 'src/security/guard.ts', 'toolkit-knows-only-its-neighbours'],
    [
      'packages/toolkit/src/explain/planted.ts',
      'src/db/unit-of-work.ts',
      'explain-knows-only-its-neighbours',
    ],
    ['src/main.ts', 'packages/toolkit/src/demo.ts', 'packages-by-their-entry'],
    ['src/rest/planted.ts', 'packages/toolkit/src/index.ts', 'toolkit-beside-the-rooms'],
    ['src/bank/upstream/planted.ts', 'packages/toolkit/src/files.ts', 'toolkit-beside-the-rooms'],
    ['src/bank/planted.ts', 'packages/toolkit/src/sign.ts', 'signer-in-upstream-and-notifications-alone'],
    ['src/main.ts', 'packages/toolkit/src/sign.ts', 'signer-in-upstream-and-notifications-alone'],
  ])('a package stands alone: %s may not import %s', async (from, to, rule) => {
    const path = relative(dirname(from), to);
    expect(await rulesBroken({ [from]: `import '${path}';\n`, [to]: 'export {};\n' })).toContain(rule);
  });

  it('the embedded PostgreSQL needs the driver of PostgreSQL and Node alone', async () => {
    const planted = (name: string) => ({
      'packages/embedded-postgres/src/planted.ts': `import 'node:fs';\nimport '${name}';\n`,
    });
    expect(await rulesBroken(planted('zod'))).toContain('embedded-postgres-packages');
    expect(await rulesBroken(planted('pg'))).toEqual([]);
  });

  it('the embedded PostgreSQL uses no word of this service', () => {
    const words = /bank|psd2|payment|DATA_DIR|DATABASE_URL/i;
    expect(embeddedPostgres.filter((file) => words.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it('a cycle planted by types alone is caught', async () => {
    const planted = {
      'src/domain/a.ts': `import type { B } from './b.ts';\nexport type A = B;\n`,
      'src/domain/b.ts': `import type { A } from './a.ts';\nexport type B = A | 1;\n`,
    };
    expect(await rulesBroken(planted)).toContain('no-cycles');
  });

  it('code within the rules passes', async () => {
    const planted = {
      'src/bank/upstream/planted.ts': `import '../../../packages/toolkit/src/sign.ts';\nimport '../remote-calls/planted.ts';\n`,
      'src/bank/remote-calls/planted.ts': `import 'undici';\nimport '../../domain/refusal.ts';\n`,
      'packages/toolkit/src/sign.ts': `import 'node:crypto';\n`,
      'src/app.ts': `import './bank/upstream/planted.ts';\n`,
      'src/rest/planted.ts': `import '../domain/refusal.ts';\nimport '../domain/values/json.ts';\n`,
      'src/domain/refusal.ts': `import 'zod';\n`,
      'src/domain/values/json.ts': `export {};\n`,
    };
    expect(await rulesBroken(planted)).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const rooms = [...text.matchAll(/^\| `([\w-]+)\/` \| .* \| (.*)\|$/gm)].map(([, name, knows]) => ({
    name: name as string,
    knows: (knows as string).trim(),
  }));
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true });

  it('has a row for each room and for nothing else', () => {
    const there = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
    expect(rooms.map(({ name }) => name).sort()).toEqual(there.sort());
  });

  it('lists for each room the rooms that its files import', () => {
    const names = rooms.map(({ name }) => name);
    const known = rooms.filter(({ knows }) => knows !== 'everyone' && !knows.startsWith('nobody'));
    for (const { name, knows } of known) {
      const imported = filesIn(`src/${name}`).flatMap((file) =>
        importsOf(file).map((path) => relative(root, path).split('/')[1] ?? ''),
      );
      const others = [...new Set(imported)].filter((one) => one !== name && names.includes(one)).sort();
      expect([
        name,
        names.filter((one) => new RegExp(`(?<![\\w-])${one}(?![\\w-])`).test(knows) && one !== name).sort(),
      ]).toEqual([name, others]);
    }
  });

  it.each(['console', 'examples'])('%s/ imports nothing of the source', (folder) => {
    const strays = filesIn(folder)
      .flatMap((file) => importsOf(file).map((path) => relative(root, path)))
      .filter((path) => !path.startsWith(`${folder}/`));
    expect(strays).toEqual([]);
  });

  it('rules take clock and ids as arguments', () => {
    const asks = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\bTemporal\.Now\b/;
    const pure = files.filter((file) =>
      /^src\/(domain|operations|bank|housekeeping|db\/stores)\//.test(file),
    );
    expect(pure.length).toBeGreaterThan(100);
    expect(pure.filter((file) => asks.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it('operations do not name a kind of bank', () => {
    const words = /upstream|facade|provider|remote|\bcore\b/i;
    const telling = files
      .filter((file) => file.startsWith('src/operations/'))
      .filter((file) => words.test(readFileSync(join(root, file), 'utf8')));
    expect(telling).toEqual([]);
  });
});

it('each test folder is named like its room, or is listed in CONTRIBUTING.md', () => {
  const [, table = ''] =
    /## Where to put a test\n([\s\S]*?)\n## /.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) ?? [];
  const named = [...table.matchAll(/`test\/(\w+)`/g)].map(([, name = '']) => name);
  const foldersIn = (path: string): readonly string[] =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? one.name : [],
    );
  const rooms = foldersIn('src');
  expect(named.filter((name) => !foldersIn('test').includes(name))).toEqual([]);
  expect(foldersIn('test').filter((name) => !rooms.includes(name) && !named.includes(name))).toEqual([]);
});

describe('the length of a file', () => {
  it('no file has more than 300 lines', () => {
    const long = files.filter((file) => linesOf(file) > 300);
    expect(long.map((file) => `${file}: ${linesOf(file)}`)).toEqual([]);
  });
});

describe('one operation, one file, one name', () => {
  const operationFiles = files.filter((file) => file.startsWith('src/operations/'));
  const declared = operationFiles.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^export const (\w+) = define(?:Read|Write)For\w+Role\(/gm,
      ),
    ].map(([, name]) => ({ file, name: name as string })),
  );
  it.each(declared.map(({ name, file }) => [name, file] as const))(
    '%s says its own name in %s',
    async (name, file) => {
      const module = (await import(pathToFileURL(join(root, file)).href)) as Record<
        string,
        { name: string; refusals: readonly string[] }
      >;
      expect(module[name]?.name).toBe(name);
      const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect(basename(file)).toBe(`${kebab}.ts`);
      expect(new Set(module[name]?.refusals).size).toBe(module[name]?.refusals.length);
    },
  );
  it('operation names are unique, and this test sees every operation', async () => {
    const names = declared.map(({ name }) => name);
    expect([...names].sort()).toEqual((await allOperations()).map(({ name }) => name).sort());
    expect(new Set(names).size).toBe(names.length);
  });
});

it('refusals and pages do not name npm scripts, which an image lacks', () => {
  const isText = (line: string) => !/^\s*(\/\*\*|\*|\/\/)/.test(line);
  const naming = filesIn('src').flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => isText(line) && /npm run (--silent )?(tpp|db:)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(naming).toEqual([]);
});

describe('a retired word', () => {
  /** As identifiers; sentences may use the words. */
  const givenUp = [
    'giveWay',
    'inTurns',
    'Unproven',
    'Proof',
    'Standing',
    'stand',
    'standing',
    'byNight',
    'Told',
    'told',
    'place',
    'Place',
    'places',
    'Places',
    'turn',
    'Turn',
    'together',
  ];
  const sources = filesIn('src').map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const declared = (word: string) =>
    new RegExp(`\\b(?:const|let|function|class|interface|type|import) (?:\\{[^}]*)?\\b${word}\\b[ ,(=:<}]`);

  it.each(givenUp)('%s is declared nowhere', (word) => {
    expect(declared('giveWay').test('export const giveWay = 1')).toBe(true);
    expect(sources.filter(({ text }) => declared(word).test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('is in the list of words', () => {
    const words =
      readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('## Words')[1]?.split('\n## ')[0] ?? '';
    const meant = [
      'give way',
      'in turns',
      'unproven',
      'proof',
      'standing',
      'place',
      'turn',
      'together',
      'told',
    ];
    for (const given of [...meant, 'by day', 'by night']) expect(words).toContain(given);
  });
});
