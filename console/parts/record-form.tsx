import * as Ariakit from '@ariakit/react';
import type { CombinedError } from '@urql/core';
import { type FormEvent, useId, useState } from 'react';
import type { MessageFragment } from '../generated/graphql.ts';
import { useText } from '../preferences.ts';
import type { TextKey } from '../texts/index.ts';
import { Button } from './button.tsx';
import { Messages } from './messages.tsx';
import { BankText, Problem } from './page.tsx';

export type Values = Readonly<Record<string, string>>;

export interface RecordField {
  readonly name: string;
  readonly label: TextKey;
  /** The bank's path of the field, if it is not the name. */
  readonly path?: string;
  readonly required?: boolean;
  readonly initial?: string;
  readonly placeholder?: string;
  /** Pairs of value and text; absent for a text field. */
  readonly options?: readonly (readonly [string, string])[];
}

interface RecordFormProps {
  readonly title: TextKey;
  readonly fields: readonly RecordField[];
  readonly busy: boolean;
  readonly error: CombinedError | undefined;
  /** The dialog stays open to show a warning. */
  readonly create: (values: Values) => Promise<RecordResult>;
  readonly close: () => void;
}

export interface RecordResult {
  readonly isCreated: boolean;
  readonly messages: readonly MessageFragment[];
}

export function RecordForm({ title, fields, busy, error, create, close }: RecordFormProps) {
  const t = useText();
  const id = useId();
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial])),
  );
  const [messages, setMessages] = useState<readonly MessageFragment[]>([]);
  const [isCreated, setCreated] = useState(false);
  const messageOf = ({ name, path = name }: RecordField) => messages.find((one) => one.path === path);
  const others = messages.filter((one) => !fields.some((field) => messageOf(field) === one));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await create(values);
    setMessages(result.messages);
    setCreated(result.isCreated);
    if (result.isCreated && result.messages.length === 0) close();
  };
  return (
    <Ariakit.Dialog open onClose={close} className="dialog" backdrop={<div className="backdrop" />}>
      <Ariakit.DialogHeading className="dialog-title">{t(title)}</Ariakit.DialogHeading>
      <form className="form" onSubmit={(event) => void submit(event)}>
        {fields.map((field) => {
          const message = messageOf(field);
          const shared = {
            id: `${id}-${field.name}`,
            value: values[field.name] ?? '',
            required: field.required ?? false,
            'aria-invalid': message?.category === 'ERROR',
            'aria-describedby': message ? `${id}-${field.name}-fault` : undefined,
          };
          const change = (value: string) => setValues((before) => ({ ...before, [field.name]: value }));
          return (
            <div key={field.name} className="form-field">
              <label htmlFor={shared.id}>
                {t(field.label)}
                {field.required && (
                  <span className="required" aria-hidden="true">
                    {'\u00a0*'}
                  </span>
                )}
              </label>
              {field.options ? (
                <select {...shared} onChange={({ target }) => change(target.value)}>
                  {field.options.map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  {...shared}
                  autoComplete="off"
                  spellCheck={false}
                  placeholder={field.placeholder}
                  onChange={({ target }) => change(target.value)}
                />
              )}
              {message && (
                <p
                  id={`${id}-${field.name}-fault`}
                  className={`field-${message.category.toLowerCase()}`}
                  role="alert"
                >
                  <BankText text={message.text} />
                </p>
              )}
            </div>
          );
        })}
        <Messages messages={others} />
        {error && <Problem error={error} />}
        <div className="dialog-actions">
          <Ariakit.DialogDismiss className="button">{t('close')}</Ariakit.DialogDismiss>
          <Button type="submit" className="button primary" disabled={busy || isCreated}>
            {t(title)}
          </Button>
        </div>
      </form>
    </Ariakit.Dialog>
  );
}
