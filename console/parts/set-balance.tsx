import { type FormEvent, useId, useState } from 'react';
import { SetBalanceDocument, type SetBalanceMutationVariables } from '../generated/graphql.ts';
import { useAct } from '../hooks.ts';
import { useText } from '../preferences.ts';
import { Button } from './button.tsx';
import { Messages } from './messages.tsx';
import { Card } from './page.tsx';
import type { Money } from './values.tsx';

type Balances = SetBalanceMutationVariables['input']['balances'];

interface Balance {
  readonly balanceType: string;
  readonly balanceAmount: Money;
}

interface SetBalanceProps {
  readonly resourceId: string;
  readonly currency: string;
  readonly hint: string;
  readonly balances: readonly Balance[];
  readonly done: () => void;
}

export function SetBalance({ resourceId, currency, hint, balances, done }: SetBalanceProps) {
  const t = useText();
  const id = useId();
  const [amount, setAmount] = useState('');
  const act = useAct(SetBalanceDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const [first, ...others] = balances.map(({ balanceType, balanceAmount }) => ({
      balanceType,
      balanceAmount,
    }));
    const changed = [{ ...first, balanceAmount: { amount, currency } }, ...others] as Balances;
    const answer = await act.run({ input: { resourceId, balances: changed } });
    if (answer?.account || answer?.cardAccount) setAmount('');
    done();
  };
  return (
    <Card title={t('setBalance')} hint={hint}>
      <form className="one-line" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id} className="visually-hidden">
          {t('balance')}
        </label>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={balances[0]?.balanceAmount.amount}
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
        <span className="soft">{currency}</span>
        <Button type="submit" disabled={act.busy || amount === ''}>
          {t('setBalance')}
        </Button>
      </form>
      <Messages messages={act.messages} labelOf={() => t('balance')} />
    </Card>
  );
}
