/** Options of a connection type: its name, its description and the field `totalCount`. */

import { databaseRead } from '../documents/reads.ts';
import type { GraphQLBuilder } from './builder.ts';
import type { Connection } from './pages.ts';

type ConnectionFields = Parameters<GraphQLBuilder['globalConnectionFields']>[0];
type ConnectionFieldBuilder = Parameters<Extract<ConnectionFields, (...args: never[]) => unknown>>[0];

export function connectionOptions(name: string, description: string, countedAtMost: number) {
  const greatestCount = countedAtMost.toLocaleString('en');
  const nextNumber = (countedAtMost + 1).toLocaleString('en');
  return {
    name,
    description,
    fields: (t: ConnectionFieldBuilder) => ({
      totalCount: t.int({
        description: `Number of items in the whole list. The count stops at ${greatestCount}: ${nextNumber} means that there are more items.`,
        extensions: databaseRead(`${name}.totalCount`),
        resolve: (connection: unknown) => (connection as Connection<unknown>).count(),
      }),
    }),
  };
}
