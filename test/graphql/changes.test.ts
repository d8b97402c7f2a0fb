import {
  type BreakingChange,
  buildSchema,
  type DangerousChange,
  findBreakingChanges,
  findDangerousChanges,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { textOf } from '../documents/markdown.ts';

const { version } = JSON.parse(textOf('package.json'));
const released = buildSchema(textOf(`test/graphql/released/${version}.graphql`));
const now = buildSchema(textOf('schema.graphql'));

const sectionIn = (changelog: string) =>
  /^## (\d+)\.\d+\.\d+ \(next\)\n([\s\S]*?)(?=^## )/m.exec(changelog) ?? [];
const [, major = '0', next = ''] = sectionIn(textOf('CHANGELOG.md'));

/** Phrases of graphql-js about a change. */
const subjects = [
  /^(\w+\.\w+) arg (\w+)/,
  /arg (\w+) on (\w+\.\w+)/,
  /field (\w+) on input type (\w+)/,
  /^(\w+) was (?:removed from|added to) \w+ type (\w+)/,
  /^(\w+\.\w+)/,
  /^(\w+)/,
];

/** The changed field, argument, value or type; also the bare field, for one that many types have. */
function namesIn({ description }: BreakingChange | DangerousChange): readonly string[] {
  const [, ...names] =
    subjects.map((subject) => subject.exec(description)).find((match) => match !== null) ?? [];
  return names.flatMap((name) => [name, name.split('.').at(-1) ?? name]);
}

const isNamed = (change: BreakingChange | DangerousChange, text: string): boolean =>
  namesIn(change).some((name) => text.includes(`\`${name}\``));

const unnamed = (changes: readonly (BreakingChange | DangerousChange)[], text: string) =>
  changes.filter((change) => !isNamed(change, text)).map(({ description }) => description);

describe('changes of schema.graphql since the last release', () => {
  const breaking = findBreakingChanges(released, now);

  it('are named in CHANGELOG.md when they may break a client', () => {
    expect(unnamed([...breaking, ...findDangerousChanges(released, now)], next)).toEqual([]);
  });

  it('are named in CHANGELOG.md when they add a query, mutation or subscription', () => {
    const rootsOf = (schema: typeof now) =>
      [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
        Object.keys(type?.getFields() ?? {}),
      );
    const before = new Set(rootsOf(released));
    expect(rootsOf(now).filter((name) => !before.has(name) && !next.includes(`\`${name}\``))).toEqual([]);
  });

  it('take a new major version when they break a client', () => {
    const [current = '0'] = version.split('.');
    if (breaking.length > 0) expect(Number(major)).toBe(Number(current) + 1);
  });

  it.each([
    ['type Query { payment: Int }', 'Query.payment'],
    ['type Query { payment(id: ID!): String }', 'id'],
    ['type Query { other: String }', 'payment'],
  ])('are detected when CHANGELOG.md lacks them: %s', (sdl, name) => {
    const changes = findBreakingChanges(buildSchema('type Query { payment: String }'), buildSchema(sdl));
    expect(unnamed(changes, 'nothing')).toHaveLength(1);
    expect(unnamed(changes, `- \`${name}\` is another`)).toEqual([]);
  });
});
