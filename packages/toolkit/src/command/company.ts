import { graphqlRequest } from '../graphql.ts';
import { at, listAt, textAt } from '../record.ts';
import { send } from '../send.ts';
import type { RequestCall } from './call.ts';

const query = `query ($after: String) {
  sandboxAccounts(first: 100, after: $after) {
    nodes { bban customer { customerNumber customerType } }
    pageInfo { hasNextPage endCursor } } }`;

/** The number of the company that owns the account; null: no company owns it, or the sandbox does not say. */
export async function companyOf(
  call: Pick<RequestCall, 'base' | 'identity'>,
  bban: string,
): Promise<string | null> {
  let after: string | null = null;
  do {
    // A service that fails here fails the payment too, which reports the failure.
    const answer = await send(graphqlRequest(call.base(), query, { after }), call.identity()).catch(
      () => null,
    );
    const page: unknown = at(answer?.json, 'data', 'sandboxAccounts');
    const account = listAt(page, 'nodes').find((node) => textAt(node, 'bban') === bban.toUpperCase());
    if (account !== undefined)
      return textAt(account, 'customer', 'customerType') === 'CORPORATE'
        ? textAt(account, 'customer', 'customerNumber')
        : null;
    after = at(page, 'pageInfo', 'hasNextPage') === true ? textAt(page, 'pageInfo', 'endCursor') : null;
  } while (after !== null);
  return null;
}
