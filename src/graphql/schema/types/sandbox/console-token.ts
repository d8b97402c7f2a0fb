/** Sandbox: `createConsoleToken`, a bearer token for GraphQL clients that cannot sign. */
import { warning } from '../../../../domain/refusal.ts';
import { createConsoleToken, isToken, newToken } from '../../../../operations/tokens/create-console-token.ts';
import { callOf, write } from '../../../context.ts';
import type { Builder } from '../../builder.ts';
import { type Payload, payload } from '../../payload.ts';
import type { CommonTypes } from '../common.ts';

export function consoleTokenMutation(builder: Builder, common: CommonTypes): void {
  const input = builder.inputType('CreateConsoleTokenInput', {
    description: 'Nothing needs to be said.',
    fields: (t) => ({ note: t.string({ description: 'Ignored; an input type must have a field.' }) }),
  });
  const result = builder.objectRef<Payload<ShownToken>>('CreateConsoleTokenPayload').implement({
    description: 'What createConsoleToken led to.',
    fields: (t) => ({
      token: t.string({
        nullable: true,
        description: 'The token, for `Authorization: Bearer …` at /graphql; shown once, null in a replay.',
        resolve: ({ resource }) => resource?.token ?? null,
      }),
      expiresAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Until when it serves, in real time.',
        resolve: ({ resource }) => resource?.expiresAt ?? null,
      }),
      tppMessages: t.field({
        type: [common.tppMessage],
        description: 'Reasons against it.',
        resolve: ({ tppMessages }) => [...tppMessages],
      }),
    }),
  });
  builder.mutationField('createConsoleToken', (t) =>
    t.field({
      type: result,
      description:
        'Sandbox: makes a bearer token that stands for the calling TPP at /graphql for eight hours. Only a signed request makes one.',
      args: { input: t.arg({ type: input, required: true, description: 'May be empty.' }) },
      resolve: (_, __, context, info) =>
        payload<ShownToken>(async () => {
          const call = callOf(context);
          const token = newToken();
          const signed = context.caller?.signature !== undefined;
          const made = await write(context, String(info.path.key), createConsoleToken, call, () => ({
            token,
            signed,
          }));
          const { expiresAt } = made;
          if (!isToken(made, token))
            return { resource: { token: null, expiresAt }, tppMessages: [shownBefore], links: null };
          context.progress.secret = true;
          context.progress.trace?.hide(token);
          return { resource: { token, expiresAt }, tppMessages: [], links: null };
        }),
    }),
  );
}

const shownBefore = warning(
  'X-Request-ID',
  'the token was shown in the first answer and is kept nowhere; a new X-Request-ID makes another',
  'BAD_REQUEST',
);

interface ShownToken {
  readonly token: string | null;
  readonly expiresAt: number;
}
