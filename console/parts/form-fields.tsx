import { type FocusEvent, type ReactNode, useId } from 'react';
import { enums, inputs } from '../generated/forms.ts';
import type { MessageFragment } from '../generated/graphql.ts';
import { type Language, usePreferences, useText } from '../preferences.ts';
import { codeText, fieldText } from '../texts/fields.ts';
import { norwegianHint } from '../texts/hints.ts';
import { type Body, type Field, type Value, valueAt } from './form.ts';
import { BankText } from './page.tsx';

export interface FormState {
  readonly body: Body;
  readonly set: (path: readonly string[], value: Value | undefined) => void;
  /** Only for touched fields until the form is submitted. */
  readonly messageOf: (path: string) => MessageFragment | undefined;
  readonly touch: (path: string) => void;
  /** The id of the list of account numbers. */
  readonly accounts: string;
}

interface FieldProps {
  readonly field: Field;
  readonly path: readonly string[];
  readonly state: FormState;
}

const order = [
  'instructedAmount',
  'creditorName',
  'creditorAccount',
  'debtorAccount',
  'frequency',
  'startDate',
];
const last = ['creditorAddress'];
const orderWithin = [
  'amount',
  'bban',
  'iban',
  'currency',
  'street',
  'buildingNumber',
  'postalCode',
  'city',
  'townName',
  'country',
];

export function inFormOrder(fields: readonly Field[]): readonly Field[] {
  const rankOf = ({ name, required }: Field) => {
    if (last.includes(name)) return order.length + 1;
    const within = orderWithin.indexOf(name);
    if (within >= 0) return within;
    const at = order.indexOf(name);
    return at >= 0 ? at : order.length + (required ? 0 : 0.5);
  };
  return fields.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Lists of objects are not shown; entries of a bulk payment are pasted. */
export const isShown = ({ list, type }: Field): boolean => !list || type === 'Int';

export function FormField({ field, path, state }: FieldProps) {
  const t = useText();
  const { language } = usePreferences();
  const own = [...path, field.name];
  const inner = inputs[field.type];
  if (!inner) return <Single field={field} path={own} state={state} />;
  const openFields = inner.filter((one) => isShown(one) && (one.required || !(one.type in inputs)));
  const foldedFields = inner.filter((one) => isShown(one) && !openFields.includes(one));
  return (
    <fieldset className={`fields ${openFields.length === 2 ? 'pair' : ''}`}>
      <legend>
        {fieldText(field.name, language)}
        {!field.required && path.length === 0 && <span className="optional"> {t('optional')}</span>}
      </legend>
      {inFormOrder(openFields).map((one) => (
        <FormField key={one.name} field={one} path={own} state={state} />
      ))}
      {foldedFields.map((one) => (
        <details key={one.name}>
          <summary>{fieldText(one.name, language)}</summary>
          <FormField field={one} path={own} state={state} />
        </details>
      ))}
    </fieldset>
  );
}

/** For a missing debtor the bank reports both BBAN and IBAN, and the form shows one text: choose an account. */
export const isMissingDebtor = (path: string, value: Value | undefined): boolean =>
  /^debtorAccount\.[bi]ban$/.test(path) && (value === undefined || value === '');

function Single({ field, path, state }: FieldProps) {
  const t = useText();
  const { language } = usePreferences();
  const id = useId();
  const name = path.join('.');
  const value = valueAt(state.body, path);
  const message = state.messageOf(name);
  const text =
    value === undefined || value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value);
  const hint = norwegianHint(field.description, language) ?? <BankText text={field.description} />;
  const isDebtorMissing = message !== undefined && isMissingDebtor(name, text);
  const shared = {
    id,
    name,
    value: text,
    'aria-required': field.required ?? false,
    'aria-invalid': message?.category === 'ERROR',
    'aria-describedby': `${id}-about`,
    // If the focus moves to a button, a new message here would move that button away from the click.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof HTMLButtonElement)) state.touch(name);
    },
  };
  const change = (typed: string) => {
    state.set(path, typed === '' ? undefined : readAs(field, typed));
    if (field.type in enums) state.touch(name);
  };
  return (
    <div className="form-field">
      <label htmlFor={id}>
        {fieldText(field.name, language)}
        {field.required && (
          <span className="required" aria-hidden="true">
            {'\u00a0*'}
          </span>
        )}
      </label>
      {control({ field, shared, change, state, language })}
      <p
        id={`${id}-about`}
        className={message ? `field-${message.category.toLowerCase()}` : 'visually-hidden'}
      >
        {isDebtorMissing ? t('debtorMissing') : message ? <BankText text={message.text} /> : hint}
      </p>
    </div>
  );
}

interface Shared {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

interface ControlProps {
  readonly field: Field;
  readonly shared: Shared;
  readonly change: (typed: string) => void;
  readonly state: FormState;
  readonly language: Language;
}

function control({ field, shared, change, state, language }: ControlProps): ReactNode {
  const values = enums[field.type];
  if (values) {
    return (
      <select {...shared} onChange={({ target }) => change(target.value)}>
        <option value=""> </option>
        {Object.keys(values).map((one) => (
          <option key={one} value={one}>
            {codeText(field.type, one, language)}
          </option>
        ))}
      </select>
    );
  }
  const isAccount = field.name === 'bban' || field.name === 'iban';
  return (
    <input
      {...shared}
      type={field.type === 'LocalDate' ? 'date' : 'text'}
      inputMode={field.name === 'amount' ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      list={isAccount ? `${state.accounts}-${field.name}` : undefined}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** The bank refuses a text that is no number. */
function readAs({ type, list }: Field, typed: string): Value {
  if (type !== 'Int') return typed;
  const numbers = typed.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)));
  if (numbers.some(Number.isNaN)) return typed;
  return list ? numbers : (numbers[0] ?? typed);
}
