import { useId } from 'react';
import { inputs } from '../generated/forms.ts';
import { type Body, type Field, valueAt, withValue } from '../parts/form.ts';
import { nameWithOwner, type SandboxAccount } from '../parts/owner.ts';
import { formatAmount, writtenAccount } from '../parts/values.tsx';
import { locales, usePreferences, useText } from '../preferences.ts';

interface PickerProps {
  readonly field: Field;
  readonly accounts: readonly SandboxAccount[];
  readonly body: Body;
  readonly setBody: (body: Body) => void;
}

export function DebtorPicker({ field, accounts, body, setBody }: PickerProps) {
  const t = useText();
  const id = useId();
  const { language } = usePreferences();
  const kind = (inputs[field.type] ?? []).some(({ name }) => name === 'bban') ? 'bban' : 'iban';
  // Accounts without a customer only receive payments.
  const own = accounts.filter((account) => account.customerNumber && account[kind]);
  const chosen = own.find((account) => account[kind] === valueAt(body, [field.name, kind]));
  const choose = (resourceId: string) => {
    const account = own.find((one) => one.resourceId === resourceId);
    if (!account) return setBody(withValue(body, [field.name, kind], undefined));
    const { currency } = account;
    setBody({ ...body, [field.name]: { [kind]: account[kind] ?? '', currency } });
  };
  const written = (account: SandboxAccount) => {
    const money = account.balances[0]?.balanceAmount;
    const balance = money ? `, ${formatAmount(money.amount, locales[language])} ${money.currency}` : '';
    return `${nameWithOwner(account)}, ${writtenAccount({ [kind]: account[kind] })}${balance}`;
  };
  return (
    <div className="form-field">
      <label htmlFor={id}>{t('pickDebtor')}</label>
      <select id={id} value={chosen?.resourceId ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">{t('pickDebtorNone')}</option>
        {own.map((account) => (
          <option key={account.resourceId} value={account.resourceId}>
            {written(account)}
          </option>
        ))}
      </select>
    </div>
  );
}
