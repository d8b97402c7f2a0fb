import { readdirSync, readFileSync } from 'node:fs';
import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { commonOptions } from '../../packages/toolkit/src/command/options.ts';
import { commands } from '../../packages/toolkit/src/commands/list.ts';
import { unreadableReasons } from '../../src/bank/core/iso20022/messages.ts';
import { strayReasons, stuckReasons } from '../../src/bank/core/orders/ports.ts';
import { scenarios } from '../../src/domain/bank/scenarios.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import { catalogue } from '../../src/domain/refusal.ts';
import { stages } from '../../src/domain/stages.ts';
import { documentErrors } from '../../src/graphql/errors.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { failedChecks } from '../../src/identity-provider/conclude.ts';
import { settingChecks } from '../../src/process/settings.ts';
import { blocks, documents, exists, root, textOf } from './markdown.ts';

const folders = ['src', 'test', 'scripts', 'bench', 'examples', 'console', 'packages', 'docs', 'ops'];
const files = [
  ...readdirSync(root, { withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : [])),
  ...folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.includes('node_modules'))
      .map((file) => `${folder}/${file}`),
  ),
];
const ends = new Set(
  files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(index).join('/'))),
);
/** A file of the repository, by its path or the end of it. */
const isFile = (path: string): boolean => ends.has(path.replace(/\/$/, ''));

/** Names of other programs, and placeholders. */
const foreign = [
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'LC_ALL',
  'OTEL_PROPAGATORS',
  'OWNER_URL',
  'SUPERUSER_URL',
  'IS_SANDBOX',
  'VITE_BANK_TOKEN',
  'VITE_BANK_URL',
  'WEBHOOK_SECRET',
];
/** Roles of a certificate, as ETSI TS 119 495 names them. */
const roles = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'];
const used = files
  .filter((file) => /^(bench|examples)\/[^.]*\.(ts|mjs)$/.test(file))
  .flatMap((file) => [...textOf(file).matchAll(/process\.env\.([A-Z_]+)/g)].map(([, name]) => name));
const codes = new Set(Object.entries(catalogue).flatMap(([reason, { code }]) => [reason, code]));
const words = new Set([
  ...Object.keys(settingChecks),
  ...codes,
  ...scenarios.map(({ name }) => name),
  ...products.map(({ code }) => code),
  ...used,
  ...foreign,
  ...roles,
  ...stages,
  ...Object.keys(documentErrors),
  ...unreadableReasons,
  ...strayReasons,
  ...stuckReasons,
  ...failedChecks,
]);

/** Text between backticks. */
const quoted = (path: string): readonly string[] =>
  [
    ...textOf(path)
      .replace(/^( *)```[\s\S]*?^\1```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text = '']) => text);

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};

function faultsOfCall(line: string): readonly string[] {
  const [name = '', first = ''] = line.split(/\s+/);
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return [`no command ${name}`];
  const options = Object.keys({ ...command.options, ...commonOptions });
  const given = [...line.replace(/'[^']*'/g, "''").matchAll(/\s--([a-z-]+)/g)].map(([, one = '']) => one);
  const wrong = given.filter((one) => !options.includes(one)).map((one) => `${name} has no --${one}`);
  const choices = command.choices ?? [];
  const unknown = choices.length > 0 && /^\w/.test(first) && !choices.includes(first);
  return [...wrong, ...(unknown ? [`${name} takes no ${first}`] : [])];
}

describe.each(documents)('%s names no unknown', (path) => {
  const text = textOf(path);

  it('script of package.json', () => {
    const named = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('command or option of the toolkit', () => {
    const calls = [...text.matchAll(/\btpp -- ([a-z][^`#)\n]*)/g)].map(([, line = '']) => line);
    expect(calls.flatMap(faultsOfCall)).toEqual([]);
  });

  it('code, nor a code under another status', () => {
    const pairs = [...text.matchAll(/\b([45]\d\d) `?([A-Z]+_[A-Z_]+)\b/g)].filter(([, , code = '']) =>
      codes.has(code),
    );
    const wrong = pairs.filter(
      ([, status, named]) =>
        !Object.entries(catalogue).some(
          ([reason, { code, status: real }]) =>
            (reason === named || code === named) && real === Number(status),
        ),
    );
    expect(wrong.map(([found]) => found)).toEqual([]);
  });
});

/** Documents about the present state; a change log may name removed parts. */
const ofToday = documents.filter((path) => path !== 'CHANGELOG.md');

describe.each(ofToday)('%s names no unknown', (path) => {
  it('word in capitals: each is a setting or a code', () => {
    const named = [...textOf(path).matchAll(/(?<![\w-])[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b(?!-)/g)].map(
      ([name]) => name,
    );
    // Settings that the document itself makes.
    const own = [...textOf(path).matchAll(/\b(?:export )?([A-Z_]+)=/g)].map(([, name]) => name);
    const ownOfShell = new Set(blocks(path, 'sh').length > 0 ? own : []);
    expect(named.filter((name) => !words.has(name) && !ownOfShell.has(name))).toEqual([]);
  });

  it('file of the source', () => {
    const source =
      /^(?:(?:src|test|scripts|bench|examples|console|packages)\/[\w./-]+|[\w./-]+\.(?:ts|tsx|mjs|cjs))$/;
    const made = ['bench/node_modules'];
    const own = [...textOf(path).matchAll(/^\/\/ ([\w.]+\.ts)\b/gm)].map(([, name = '']) => name);
    const gone = quoted(path).filter(
      (name) =>
        source.test(name) &&
        !isFile(name) &&
        !isFile(`${name}.test.ts`) &&
        !made.includes(name) &&
        !own.includes(name),
    );
    expect(gone).toEqual([]);
  });

  it('file of its own folder, where it lies among the source', () => {
    const [, folder] = /^(src\/.*)\/[^/]+$/.exec(path) ?? [];
    if (folder === undefined) return;
    const named = quoted(path).filter(
      (name) => /^[\w-]+(?:\/[\w.-]*)*(?:\/|\.(?:ts|yaml))$/.test(name) && !/^(src|test|docs)\//.test(name),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !exists(`${folder}/${name}`) && !exists(name))).toEqual([]);
  });

  it('argument of a GraphQL field', () => {
    const schema = buildSchema({ sandbox: true });
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
      isObjectType,
    );
    const named = quoted(path).flatMap((one) => {
      const [, field = '', args = ''] = /^([a-z]\w+)\((\w+(?:, \w+)*)\)$/.exec(one) ?? [];
      return args === '' ? [] : args.split(', ').map((argument) => `${field}.${argument}`);
    });
    const known = roots.flatMap((type) =>
      Object.values(type.getFields()).flatMap(({ name, args }) => args.map((one) => `${name}.${one.name}`)),
    );
    expect(named.filter((one) => !known.includes(one))).toEqual([]);
  });
});

it('CONTRIBUTING.md is one page', () => {
  expect(textOf('CONTRIBUTING.md').split('\n').length).toBeLessThanOrEqual(61);
});
