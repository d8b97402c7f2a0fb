/** Sandbox: `createConsoleToken`, a bearer token for GraphQL clients that cannot sign (contract 10). */
import { type ConsoleToken, createConsoleToken } from '../../operations/tokens/create-console-token.ts';
import type { Builder } from '../builder.ts';
import { callOf, write } from '../context.ts';
import { type Payload, payload } from '../payload.ts';
import type { CommonTypes } from './common.ts';

export function consoleTokenMutation(builder: Builder, common: CommonTypes, clock: () => number): void {
  const input = builder.inputType('CreateConsoleTokenInput', {
    description: 'Nothing needs to be said.',
    fields: (t) => ({ note: t.string({ description: 'Ignored; an input type must have a field.' }) }),
  });
  const result = builder.objectRef<Payload<ConsoleToken>>('CreateConsoleTokenPayload').implement({
    description: 'What createConsoleToken led to.',
    fields: (t) => ({
      token: t.string({
        nullable: true,
        description: 'The token, for `Authorization: Bearer …` at /graphql; shown this once.',
        resolve: ({ resource }) => resource?.token ?? null,
      }),
      expiresAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Until when it serves, in real time.',
        resolve: ({ resource }) => (resource ? new Date(resource.expiresAt) : null),
      }),
      tppMessages: t.field({
        type: [common.tppMessage],
        nullable: { list: false, items: false },
        description: 'Reasons against it.',
        resolve: ({ tppMessages }) => [...tppMessages],
      }),
    }),
  });
  builder.mutationField('createConsoleToken', (t) =>
    t.field({
      type: result,
      nullable: false,
      description:
        'Sandbox: makes a bearer token that stands for the calling TPP at /graphql for eight hours (contract 10).',
      args: { input: t.arg({ type: input, required: true, description: 'May be empty.' }) },
      resolve: (_, __, context, info) =>
        payload(async () => {
          const realNow = clock();
          const made = await write(
            context,
            String(info.path.key),
            createConsoleToken,
            callOf(context),
            () => ({ realNow }),
          );
          return { resource: made, tppMessages: [], links: null };
        }),
    }),
  );
}
