/** Lists that are narrowed by whatever is asked for: each set of conditions is a statement of its own, kept like others. */
import { and, type SQL } from 'drizzle-orm';
import {
  type Built,
  type builder,
  kept,
  keptByShape,
  type Parameters,
  type PlaceholdersOf,
  type RowOf,
  type Statement,
  type ValuesOf,
} from './kept.ts';

/** What is asked of a list; what is absent or null does not narrow it. */
export type Asked<All> = {
  readonly [Name in keyof ValuesOf<All>]?: ValuesOf<All>[Name] | null | undefined;
};

/** By the parameter that has to be there: what it narrows a list to. */
export type Conditions<All, Shape> = {
  readonly [Name in keyof All]?: ($: PlaceholdersOf<All>, shape: Shape) => SQL | undefined;
};

/** `shape`: whatever else the text depends on. */
export function narrowed<All extends Parameters, Shape, Query extends Built>(
  parameters: All,
  conditions: Conditions<All, Shape>,
  build: (db: typeof builder, where: SQL | undefined, $: PlaceholdersOf<All>, shape: Shape) => Query,
): (asked: Asked<All>, shape: Shape) => Statement<Asked<All>, RowOf<Query>> {
  const statementOf = keptByShape(
    ({ names, shape }: { readonly names: readonly (keyof All)[]; readonly shape: Shape }) =>
      JSON.stringify([names, shape]),
    ({ names, shape }) =>
      kept(parameters, (db, $) =>
        build(db, and(...names.map((name) => conditions[name]?.($, shape))), $, shape),
      ) as Statement<Asked<All>, RowOf<Query>>,
  );
  return (asked, shape) => {
    const names = Object.keys(parameters).filter((name) => asked[name] != null);
    return statementOf({ names, shape });
  };
}
