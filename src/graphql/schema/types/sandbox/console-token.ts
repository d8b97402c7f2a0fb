import { refuse, warning } from '../../../../domain/refusal.ts';
import { createConsoleLink, recordHasTicket } from '../../../../operations/tokens/create-console-link.ts';
import {
  createConsoleToken,
  newToken,
  recordHasToken,
} from '../../../../operations/tokens/create-console-token.ts';
import { signOut } from '../../../../operations/tokens/sign-out.ts';
import { newTicket } from '../../../../operations/tokens/tickets.ts';
import type { GraphQLCall } from '../../../call.ts';
import { emptyInput, linksField, type Payload, type PayloadFields, sandboxMutation } from '../../mutation.ts';
import { secretField } from '../../secrets.ts';

interface ExpiringSecret {
  readonly secret: string | null;
  readonly expiresAt: number;
}

const secretOf = ({ resource }: Payload<ExpiringSecret>) => resource?.secret ?? null;

const expiresAtField = (t: PayloadFields<ExpiringSecret>) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of its expiry, in real time.',
    resolve: ({ resource }) => resource?.expiresAt ?? null,
  });

const isSigned = ({ parsed }: GraphQLCall): boolean => parsed.caller?.signature !== undefined;

/** `secret` is null in a replay. */
function toPayload(secret: string | null, expiresAt: number, { effects }: GraphQLCall) {
  if (secret !== null) effects.mustNotStoreResponse = true;
  const tppMessages = secret === null ? [replayWarning] : [];
  return { resource: { secret, expiresAt }, tppMessages, links: null };
}

sandboxMutation({
  name: 'createConsoleToken',
  description:
    'Sandbox: creates a bearer token for /graphql that acts as the calling TPP for eight hours. The request must be signed.',
  ...emptyInput,
  input: (t) => ({
    ...emptyInput.input(t),
    note: t.string({ description: "For the client's own use; the bank ignores it." }),
  }),
  payload: (t: PayloadFields<ExpiringSecret>) => ({
    token: secretField(
      t,
      'The token, for `Authorization: Bearer …` at /graphql; shown once, null in a replay.',
      secretOf,
    ),
    expiresAt: expiresAtField(t),
    links: linksField(t),
  }),
  act: async (_, write, call) => {
    const token = newToken();
    const record = await write(createConsoleToken, () => ({ token, isSigned: isSigned(call) }));
    return toPayload(recordHasToken(record, token) ? token : null, record.expiresAt, call);
  },
});
sandboxMutation({
  name: 'createConsoleLink',
  description:
    'Sandbox: creates a link that opens the console once, signed in as the calling TPP. The request must be signed.',
  ...emptyInput,
  payload: (t: PayloadFields<ExpiringSecret>) => ({
    url: secretField(t, 'The link; shown once, null in a replay.', secretOf),
    expiresAt: expiresAtField(t),
  }),
  act: async (_, write, call) => {
    const ticket = newTicket();
    const link = await write(createConsoleLink, () => ({ ticket, isSigned: isSigned(call) }));
    const url = recordHasTicket(link, ticket) ? `${link.consoleUrl}/?ticket=${ticket}` : null;
    return toPayload(url, link.expiresAt, call);
  },
});

sandboxMutation({
  name: 'signOut',
  description:
    "Sandbox: ends the token or the console's session that the request uses, and the streams that were opened with it.",
  ...emptyInput,
  payload: () => ({}),
  act: async (_, write, call) => {
    const tokenHash = call.parsed.caller?.token?.hash ?? null;
    // If the response were stored, a request with another token and the same X-Request-ID would get it.
    call.effects.mustNotStoreResponse = true;
    const endedToken = await write(signOut, () => ({ tokenHash }));
    if (endedToken.tokenHash !== tokenHash)
      throw refuse('CONFLICT', {
        path: 'X-Request-ID',
        text: 'was used to end another token; this token is still valid',
      });
    call.effects.hasSignedOut = true;
    return { resource: null };
  },
});

const replayWarning = warning(
  'X-Request-ID',
  'the token or link was in the first response and is not stored; send a new X-Request-ID to create another',
  'BAD_REQUEST',
);
