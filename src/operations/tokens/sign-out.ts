import { refuse } from '../../domain/refusal.ts';
import { defineWriteForAnyRole } from '../operation.ts';

export interface SignOutInput {
  /** null: the request is signed. */
  readonly tokenHash: string | null;
}

export const signOut = defineWriteForAnyRole({
  name: 'signOut',
  refusals: ['FORBIDDEN'],
  async run({ stores }, { tokenHash }: SignOutInput) {
    if (tokenHash === null)
      throw refuse('FORBIDDEN', {
        path: 'Authorization',
        text: 'a signed request has no session to end; use the token or session that must end in place of the signature',
      });
    await stores.tokens.end(tokenHash);
    // A replay returns the token that the first request ended.
    return { tokenHash };
  },
});
