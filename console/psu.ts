import { newId } from './client.ts';
import type { PsuInput } from './generated/graphql.ts';
import type { Owner } from './parts/owner.ts';
import { remember, remembered } from './preferences.ts';

/** Each owner has a session, because the bank app approves as the customer of the session. */
export function psuOf(owner?: Owner): PsuInput {
  const psuId = remembered('psu') ?? newId();
  remember('psu', psuId);
  return {
    psuId,
    sessionId: owner ? `console ${owner.customerId}` : 'console',
    redirectUri: new URL('sandbox/return', document.baseURI).href,
    ipAddress: '127.0.0.1',
    ...(owner?.customerType === 'CORPORATE'
      ? { context: 'CORPORATE', corporateId: owner.customerNumber }
      : { context: 'PRIVATE' }),
  };
}

/** --psu alone sends the context PRIVATE. */
export const corporateOptions = ({ context, corporateId }: PsuInput): readonly string[] =>
  corporateId ? ['--header', `PSU-Context: ${context}`, '--header', `PSU-Corporate-ID: ${corporateId}`] : [];

export function psuHeaders({ psuId, sessionId, redirectUri, ipAddress, context, corporateId }: PsuInput) {
  const headers = {
    'X-Accept-Fix': 'amount-as-string',
    'PSU-ID': psuId,
    'TPP-Session-ID': sessionId,
    'TPP-Redirect-URI': redirectUri,
    'PSU-IP-Address': ipAddress,
    'PSU-Context': context,
    'PSU-Corporate-ID': corporateId,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
