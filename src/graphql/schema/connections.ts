/** `totalCount`, which every connection has beside the fields of Relay. */

import { reading } from '../documents/reads.ts';
import type { GraphQLBuilder } from './builder.ts';
import type { Connection } from './pages.ts';

type ConnectionFields = Parameters<GraphQLBuilder['globalConnectionFields']>[0];
type ConnectionFieldBuilder = Parameters<Extract<ConnectionFields, (...args: never[]) => unknown>>[0];

export function describeConnection(name: string, description: string, countedAtMost: number) {
  const most = countedAtMost.toLocaleString('en');
  const more = (countedAtMost + 1).toLocaleString('en');
  return {
    name,
    description,
    fields: (t: ConnectionFieldBuilder) => ({
      totalCount: t.int({
        description: `Number of items in the whole list. The count stops at ${most}: ${more} means that there are more.`,
        extensions: reading(`${name}.totalCount`),
        resolve: (connection: unknown) => (connection as Connection<unknown>).count(),
      }),
    }),
  };
}
