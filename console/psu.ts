/** This customer logs in and approves at once, so the bank asks for no session. */
import { newId } from './client.ts';
import type { PsuInput } from './generated/graphql.ts';
import { remember, remembered } from './preferences.ts';

export function psuOf(corporateId?: string): PsuInput {
  const psuId = remembered('psu') ?? newId();
  remember('psu', psuId);
  return {
    psuId,
    sessionId: 'console',
    redirectUri: new URL('sandbox/return', document.baseURI).href,
    ipAddress: '127.0.0.1',
    ...(corporateId ? { context: 'CORPORATE', corporateId } : { context: 'PRIVATE' }),
  };
}

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
