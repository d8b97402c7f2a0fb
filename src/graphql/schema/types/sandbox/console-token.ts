/** Sandbox: `createConsoleToken`, a bearer token for GraphQL clients that cannot sign. */
import { warning } from '../../../../domain/refusal.ts';
import { createConsoleToken, isToken, newToken } from '../../../../operations/tokens/create-console-token.ts';
import { mutation } from '../../mutation.ts';
import type { SchemaParts } from '../../parts.ts';
import type { Payload } from '../../payload.ts';

export function consoleTokenMutation(parts: SchemaParts): void {
  const { builder, common } = parts;
  const payload = builder.objectRef<Payload<ShownToken>>('CreateConsoleTokenPayload').implement({
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
      tppMessages: t.expose('tppMessages', {
        type: [common.tppMessage],
        description: 'Reasons against it.',
      }),
    }),
  });
  mutation(parts, {
    name: 'createConsoleToken',
    description:
      'Sandbox: makes a bearer token that stands for the calling TPP at /graphql for eight hours. Only a signed request makes one.',
    input: {
      description: 'Nothing needs to be said.',
      fields: (t) => ({ note: t.string({ description: 'Ignored; an input type must have a field.' }) }),
      argument: 'May be empty.',
    },
    payload,
    act: async (_, write, { caller, progress }) => {
      const token = newToken();
      const signed = caller?.signature !== undefined;
      const made = await write(createConsoleToken, () => ({ token, signed }));
      const { expiresAt } = made;
      if (!isToken(made, token))
        return { resource: { token: null, expiresAt }, tppMessages: [shownBefore], links: null };
      progress.secret = true;
      progress.trace?.hide(token);
      return { resource: { token, expiresAt }, tppMessages: [], links: null };
    },
  });
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
