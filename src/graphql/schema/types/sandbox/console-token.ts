import type { FieldMap, InputFieldMap } from '@pothos/core';
import { refuse, warning } from '../../../../domain/refusal.ts';
import { createConsoleLink, recordHasTicket } from '../../../../operations/tokens/create-console-link.ts';
import {
  createConsoleToken,
  newToken,
  recordHasToken,
} from '../../../../operations/tokens/create-console-token.ts';
import { signOut } from '../../../../operations/tokens/sign-out.ts';
import { newTicket } from '../../../../operations/tokens/tickets.ts';
import {
  emptyInput,
  linksField,
  type Mutation,
  type PayloadFields,
  type RunWrite,
  sandboxMutation,
} from '../../mutation.ts';
import { secretField } from '../../secrets.ts';

addSecretMutation({
  name: 'createConsoleToken',
  description:
    'Sandbox: creates a bearer token for /graphql that acts as the calling TPP for eight hours. The request must be signed.',
  ...emptyInput,
  input: (t) => ({
    ...emptyInput.input(t),
    note: t.string({ description: "For the client's own use; the bank ignores it." }),
  }),
  field: 'token',
  fieldDescription: 'The token, for `Authorization: Bearer …` at /graphql; shown once, null in a replay.',
  otherFields: (t) => ({ links: linksField(t) }),
  async create(write, isSigned) {
    const token = newToken();
    const tokenRecord = await write(createConsoleToken, () => ({ token, isSigned }));
    return { ...tokenRecord, secret: recordHasToken(tokenRecord, token) ? token : null };
  },
});
addSecretMutation({
  name: 'createConsoleLink',
  description:
    'Sandbox: creates a link that opens the console once, signed in as the calling TPP. The request must be signed.',
  ...emptyInput,
  field: 'url',
  fieldDescription: 'The link; shown once, null in a replay.',
  async create(write, isSigned) {
    const ticket = newTicket();
    const link = await write(createConsoleLink, () => ({ ticket, isSigned }));
    return { ...link, secret: recordHasTicket(link, ticket) ? `${link.consoleUrl}/?ticket=${ticket}` : null };
  },
});

interface ExpiringSecret {
  readonly secret: string | null;
  readonly expiresAt: number;
}

interface SecretMutation<Fields extends InputFieldMap>
  extends Omit<Mutation<Fields, ExpiringSecret>, 'payload' | 'act'> {
  readonly field: string;
  readonly fieldDescription: string;
  readonly otherFields?: (t: PayloadFields<ExpiringSecret>) => FieldMap;
  readonly create: (write: RunWrite, isSigned: boolean) => Promise<ExpiringSecret>;
}

function addSecretMutation<Fields extends InputFieldMap>({
  field,
  fieldDescription,
  otherFields,
  create,
  ...options
}: SecretMutation<Fields>): void {
  sandboxMutation({
    ...options,
    payload: (t: PayloadFields<ExpiringSecret>) => ({
      [field]: secretField(t, fieldDescription, ({ resource }) => resource?.secret ?? null),
      expiresAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Time of its expiry, in real time.',
        resolve: ({ resource }) => resource?.expiresAt ?? null,
      }),
      ...otherFields?.(t),
    }),
    act: async (_, write, { parsed, effects }) => {
      const isSigned = parsed.caller?.signature !== undefined;
      const resource = await create(write, isSigned);
      if (resource.secret === null) return { resource, tppMessages: [replayWarning], links: null };
      effects.mustNotBeStored = true;
      return { resource, tppMessages: [], links: null };
    },
  });
}

sandboxMutation({
  name: 'signOut',
  description:
    "Sandbox: ends the token or the console's session that the request uses, and the streams that were opened with it.",
  ...emptyInput,
  payload: () => ({}),
  act: async (_, write, call) => {
    const tokenHash = call.parsed.caller?.token?.hash ?? null;
    // A request with another token and the same X-Request-ID would get the stored response.
    call.effects.mustNotBeStored = true;
    const endedToken = await write(signOut, () => ({ tokenHash }));
    if (endedToken.tokenHash !== tokenHash)
      throw refuse('CONFLICT', {
        path: 'X-Request-ID',
        text: 'was used to end another token; this token is still valid',
      });
    call.effects.hasSignedOut = true;
    return { resource: null, tppMessages: [], links: null };
  },
});

const replayWarning = warning(
  'X-Request-ID',
  'the token or link was in the first response and is not stored; send a new X-Request-ID to create another',
  'BAD_REQUEST',
);
