/**
 * Sandbox: `createConsoleToken` creates a bearer token for GraphQL clients that cannot sign, `createConsoleLink` creates a link
 * that opens the console, and `signOut` ends the token or session of the request.
 */
import { refuse, warning } from '../../../../domain/refusal.ts';
import { createConsoleLink, isTicketOf } from '../../../../operations/tokens/create-console-link.ts';
import {
  createConsoleToken,
  isTokenOf,
  newToken,
} from '../../../../operations/tokens/create-console-token.ts';
import { signOut } from '../../../../operations/tokens/sign-out.ts';
import { newTicket } from '../../../../operations/tokens/tickets.ts';
import { emptyInput, linksField, mutation, type PayloadFields } from '../../mutation.ts';
import type { SchemaParts } from '../../parts.ts';
import { secretField } from '../../secrets.ts';

export function consoleTokenMutation(parts: SchemaParts): void {
  mutation(parts, {
    name: 'createConsoleToken',
    description:
      'Sandbox: creates a bearer token for /graphql that acts as the calling TPP for eight hours. The request must be signed.',
    input: {
      ...emptyInput,
      fields: (t) => ({
        ...emptyInput.fields(t),
        note: t.string({ description: "For the client's own use; the bank ignores it." }),
      }),
    },
    payload: (t: PayloadFields<TokenPayload>) => ({
      token: t.string({
        nullable: true,
        extensions: secretField,
        description: 'The token, for `Authorization: Bearer …` at /graphql; shown once, null in a replay.',
        resolve: ({ resource }) => resource?.token ?? null,
      }),
      expiresAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Time of its expiry, in real time.',
        resolve: ({ resource }) => resource?.expiresAt ?? null,
      }),
      links: linksField(parts.common, t),
    }),
    act: async (_, write, call) => {
      const token = newToken();
      const isSigned = call.caller?.signature !== undefined;
      const tokenRecord = await write(createConsoleToken, () => ({ token, signed: isSigned }));
      const { expiresAt } = tokenRecord;
      const isReplay = !isTokenOf(tokenRecord, token);
      if (isReplay)
        return { resource: { token: null, expiresAt }, tppMessages: [replayWarning], links: null };
      call.outcome.hasSecret = true;
      return { resource: { token, expiresAt }, tppMessages: [], links: null };
    },
  });
}

export function consoleLinkMutation(parts: SchemaParts): void {
  mutation(parts, {
    name: 'createConsoleLink',
    description:
      'Sandbox: creates a link that opens the console once, signed in as the calling TPP. The request must be signed.',
    input: emptyInput,
    payload: (t: PayloadFields<LinkPayload>) => ({
      url: t.string({
        nullable: true,
        extensions: secretField,
        description: 'The link; shown once, null in a replay.',
        resolve: ({ resource }) => resource?.url ?? null,
      }),
      expiresAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Time of its expiry, in real time.',
        resolve: ({ resource }) => resource?.expiresAt ?? null,
      }),
    }),
    act: async (_, write, call) => {
      const ticket = newTicket();
      const isSigned = call.caller?.signature !== undefined;
      const link = await write(createConsoleLink, () => ({ ticket, signed: isSigned }));
      const { expiresAt, consoleUrl } = link;
      const isReplay = !isTicketOf(link, ticket);
      if (isReplay) return { resource: { url: null, expiresAt }, tppMessages: [replayWarning], links: null };
      call.outcome.hasSecret = true;
      const url = `${consoleUrl}/?ticket=${ticket}`;
      return { resource: { url, expiresAt }, tppMessages: [], links: null };
    },
  });
}

export function signOutMutation(parts: SchemaParts): void {
  mutation(parts, {
    name: 'signOut',
    description:
      "Sandbox: ends the token or the console's session that the request uses, and the streams that were opened with it.",
    input: emptyInput,
    payload: () => ({}),
    act: async (_, write, call) => {
      const tokenHash = call.caller?.token?.hash ?? null;
      // The response is not stored: another token with the same X-Request-ID would get it.
      call.outcome.hasSecret = true;
      const endedToken = await write(signOut, () => ({ tokenHash }));
      if (endedToken.tokenHash !== tokenHash)
        throw refuse('CONFLICT', {
          path: 'X-Request-ID',
          text: 'was used to end another token; this token is still valid',
        });
      call.outcome.hasSignedOut = true;
      return { resource: null, tppMessages: [], links: null };
    },
  });
}

const replayWarning = warning(
  'X-Request-ID',
  'the token or link was in the first response and is not stored; send a new X-Request-ID to create another',
  'BAD_REQUEST',
);

interface LinkPayload {
  readonly url: string | null;
  readonly expiresAt: number;
}

interface TokenPayload {
  readonly token: string | null;
  readonly expiresAt: number;
}
