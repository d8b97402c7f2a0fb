/** The accounts of the sandbox, offered wherever an account number is typed. */
import { AccountsDocument } from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';

export function AccountChoices({ id }: { readonly id: string }) {
  const { data } = useRead(AccountsDocument, {});
  const accounts = data?.sandboxAccounts ?? [];
  return (
    <>
      {(['bban', 'iban'] as const).map((kind) => (
        <datalist key={kind} id={`${id}-${kind}`}>
          {accounts.map((account) => {
            const number = account[kind];
            return number ? (
              <option key={account.resourceId} value={number}>
                {`${account.accountName}, ${account.currency}`}
              </option>
            ) : null;
          })}
        </datalist>
      ))}
    </>
  );
}
