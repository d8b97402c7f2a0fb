/** What a request at the GraphQL door says of who sends it, before any of it is believed. */
import type { HeaderMap } from '../domain/headers.ts';

/** What a request says of who sends it. */
export interface Credentials {
  readonly signed: boolean;
  readonly token: string | null;
}

export function credentialsOf(headers: HeaderMap): Credentials {
  const authorization = headers.get('authorization');
  return {
    signed: headers.has('signature') || headers.has('tpp-signature-certificate'),
    token: authorization === null ? null : bearerOf(authorization),
  };
}

function bearerOf(authorization: string): string {
  const scheme = 'bearer ';
  return authorization.slice(0, scheme.length).toLowerCase() === scheme
    ? authorization.slice(scheme.length).trim()
    : '';
}
