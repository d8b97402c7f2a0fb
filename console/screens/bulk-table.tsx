import { useId, useState } from 'react';
import type { MessageFragment } from '../generated/graphql.ts';
import { type Body, entriesOf, type Value, valueAt } from '../parts/form.ts';
import { BankText } from '../parts/page.tsx';
import { useText } from '../preferences.ts';

interface TableProps {
  readonly body: Body;
  readonly set: (payments: Value | undefined) => void;
  readonly messages: readonly MessageFragment[];
}

/** An entry with a fault is shown too. */
const shownAtMost = 8;

export function BulkTable({ body, set, messages }: TableProps) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState('');
  const entries = (Array.isArray(body.payments) ? body.payments : []) as readonly Body[];
  const shown = entries
    .map((entry, index) => ({
      entry,
      index,
      fault: messages.find(({ path }) => path?.startsWith(`payments[${index}]`)),
    }))
    .filter(({ index, fault }) => index < shownAtMost || fault);
  const change = (typed: string) => {
    setText(typed);
    const read = entriesOf(typed, 'NOK');
    set(read.length > 0 ? read : undefined);
  };
  return (
    <fieldset className="fields">
      <legend>{t('entries')}</legend>
      <div className="form-field">
        <label htmlFor={id}>{t('pasteTable')}</label>
        <textarea
          id={id}
          rows={5}
          value={text}
          spellCheck={false}
          placeholder={'Kari Nordmann\t86011117947\t28 000,00\tSalary'}
          aria-describedby={`${id}-about`}
          onChange={({ target }) => change(target.value)}
        />
        <p id={`${id}-about`} className="hint">
          {t('pasteHint')}
        </p>
      </div>
      {entries.length > 0 && (
        <table>
          <caption className="hint">{t('entriesHint', { count: entries.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('creditor')}</th>
              <th scope="col">{t('creditorAccount')}</th>
              <th scope="col" className="right">
                {t('amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ entry, index, fault }) => (
              <tr key={index}>
                <td>
                  {String(entry.creditorName)}
                  {fault && (
                    <p className="field-error">
                      <BankText text={fault.text} />
                    </p>
                  )}
                </td>
                <td className="account">{String(valueAt(entry, ['creditorAccount', 'bban']) ?? '')}</td>
                <td className="right amount">
                  {String(valueAt(entry, ['instructedAmount', 'amount']) ?? '')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {entries.length > shown.length && (
        <p className="hint">{t('andMore', { count: entries.length - shown.length })}</p>
      )}
    </fieldset>
  );
}
