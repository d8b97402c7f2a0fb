import { nameWithOwner, type SandboxAccount } from '../parts/owner.ts';

interface ChoicesProps {
  readonly id: string;
  readonly accounts: readonly SandboxAccount[];
}

export function AccountChoices({ id, accounts }: ChoicesProps) {
  return (
    <>
      {(['bban', 'iban'] as const).map((kind) => (
        <datalist key={kind} id={`${id}-${kind}`}>
          {accounts.map((account) => {
            const number = account[kind];
            return number ? (
              <option key={account.resourceId} value={number}>
                {`${nameWithOwner(account)}, ${account.currency}`}
              </option>
            ) : null;
          })}
        </datalist>
      ))}
    </>
  );
}
