/**
 * The secret of the address that a PSU follows. It names the TPP too, whose rows are the only ones that are looked at: a
 * database that is distributed by TPP answers from one place.
 */
import { randomBytes } from 'node:crypto';
import type { LinkedAuthorisation, SharedWork } from '../ports/stores.ts';

const secretBytes = 24;
const secretCharacters = (secretBytes / 3) * 4;

/** A secret, and behind it the TPP, both in base64url. */
export const newLinkToken = (tppId: string): string =>
  randomBytes(secretBytes).toString('base64url') + Buffer.from(tppId).toString('base64url');

/** The authorisation of a link; null when it is unknown. Whoever asks is nobody yet, and takes no TPP's share of the database. */
export async function ofLink({ read }: SharedWork, linkToken: string): Promise<LinkedAuthorisation | null> {
  const tppId = Buffer.from(linkToken.slice(secretCharacters), 'base64url').toString();
  // PostgreSQL keeps no text with this character.
  return tppId.includes('\0') ? null : read.authorisations.findByToken(tppId, linkToken);
}
