/** Options of the types of a connection and its edges: names, descriptions and the field `totalCount`. */

import { databaseRead } from '../documents/reads.ts';
import type { GraphQLBuilder } from './builder.ts';
import type { Connection } from './pages.ts';

type ConnectionFields = Parameters<GraphQLBuilder['globalConnectionFields']>[0];
type ConnectionFieldBuilder = Parameters<Extract<ConnectionFields, (...args: never[]) => unknown>>[0];

/** `type` is the name of an item's type, `item` an item in words, and `items` several of them. */
export function connectionOptions(type: string, item: string, items: string, countedAtMost: number) {
  const name = `${type}Connection`;
  const greatestCount = countedAtMost.toLocaleString('en');
  const nextNumber = (countedAtMost + 1).toLocaleString('en');
  const connection = {
    name,
    description: `A page of ${items}.`,
    fields: (t: ConnectionFieldBuilder) => ({
      totalCount: t.int({
        description: `Number of items in the whole list. The count stops at ${greatestCount}: ${nextNumber} means that there are more items.`,
        extensions: databaseRead(`${name}.totalCount`),
        resolve: (source: unknown) => (source as Connection<unknown>).count(),
      }),
    }),
  };
  return [connection, { name: `${type}Edge`, description: `${item} and its cursor.` }] as const;
}
