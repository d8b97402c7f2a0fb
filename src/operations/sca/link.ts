/** Tokens of links. A token contains the TPP, so that a database distributed by TPP reads only one node. */
import { randomBytes } from 'node:crypto';
import type { LinkedAuthorisation, SharedWork } from '../ports/stores.ts';

const secretBytes = 24;
const secretCharacters = (secretBytes / 3) * 4;

/** A secret followed by the TPP, both in base64url. */
export const newLinkToken = (tppId: string): string =>
  randomBytes(secretBytes).toString('base64url') + Buffer.from(tppId).toString('base64url');

/**
 * Finds the authorisation of a link. The visitor is not authenticated, so the read uses the stores of the service, and no
 * TPP's share of the connections.
 */
export async function findByLink(
  { stores }: SharedWork,
  linkToken: string,
): Promise<LinkedAuthorisation | null> {
  const tppId = Buffer.from(linkToken.slice(secretCharacters), 'base64url').toString();
  // PostgreSQL cannot store this character.
  return tppId.includes('\0') ? null : stores.authorisations.findByToken(tppId, linkToken);
}
