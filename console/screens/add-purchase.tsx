import { type FormEvent, useId, useState } from 'react';
import { newId } from '../client.ts';
import { AddPurchaseDocument, type AddPurchaseMutationVariables } from '../generated/graphql.ts';
import { useAct } from '../hooks.ts';
import { Button } from '../parts/button.tsx';
import { dayInOslo } from '../parts/days.ts';
import { Messages } from '../parts/messages.tsx';
import { Card } from '../parts/page.tsx';
import { usePreferences, useText } from '../preferences.ts';
import { fieldText } from '../texts/fields.ts';

type Purchase = AddPurchaseMutationVariables['input']['transactions'];

/** The fields of a transaction that hold the name of the shop. */
const shopFields: readonly string[] = ['cardAcceptorId', 'transactionDetails'];

interface AddPurchaseProps {
  readonly card: { readonly resourceId: string; readonly currency: string; readonly maskedPan: string };
  readonly clock: string;
  readonly done: () => void;
}

export function AddPurchase({ card, clock, done }: AddPurchaseProps) {
  const t = useText();
  const { language } = usePreferences();
  const id = useId();
  const [shop, setShop] = useState('');
  const [amount, setAmount] = useState('');
  const act = useAct(AddPurchaseDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const transactions = purchaseOf(
      card,
      shop.trim(),
      Number(amount),
      dayInOslo(Date.parse(clock)),
    ) as Purchase;
    const answer = await act.run({ input: { resourceId: card.resourceId, transactions } });
    if (!answer?.cardTransactions) return;
    setShop('');
    setAmount('');
    done();
  };
  const labelOf = (path: string) => {
    const field = path.split('.').at(-1) ?? '';
    if (field === 'amount') return t('purchaseAmount', { currency: card.currency });
    return shopFields.includes(field) ? t('purchaseShop') : fieldText(field, language);
  };
  return (
    <Card title={t('purchaseAdd')} hint={t('purchaseHint')}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <div className="form-field">
          <label htmlFor={`${id}-shop`}>{t('purchaseShop')}</label>
          <input
            id={`${id}-shop`}
            required
            maxLength={70}
            autoComplete="off"
            placeholder="Bergen Kaffebrenneri"
            value={shop}
            onChange={({ target }) => setShop(target.value)}
          />
        </div>
        <div className="form-field">
          <label htmlFor={`${id}-amount`}>{t('purchaseAmount', { currency: card.currency })}</label>
          <input
            id={`${id}-amount`}
            type="number"
            required
            step="1"
            autoComplete="off"
            placeholder="100"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </div>
        <div className="form-end">
          <Button type="submit" disabled={act.busy}>
            {t('purchaseAdd')}
          </Button>
        </div>
      </form>
      <Messages messages={act.messages} labelOf={labelOf} />
    </Card>
  );
}

function purchaseOf(card: AddPurchaseProps['card'], shop: string, amount: number, day: string) {
  const money = { currency: card.currency, amount };
  return [
    {
      cardTransactionId: newId(),
      terminalId: '',
      bookingDate: day,
      transactionDate: day,
      transactionAmount: money,
      originalAmount: money,
      merchantCategoryCode: '5411',
      cardAcceptorId: shop,
      cardAcceptorAddress: { country: 'NO' },
      maskedPan: card.maskedPan,
      transactionDetails: shop,
      invoiced: false,
      proprietaryBankTransactionCode: 'PURCHASE',
    },
  ];
}
