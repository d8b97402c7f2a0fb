import { inputs } from '../generated/forms.ts';
import type { MessageFragment } from '../generated/graphql.ts';
import { type Language, usePreferences, useText } from '../preferences.ts';
import { fieldText } from '../texts/fields.ts';
import { type Body, valueAt } from './form.ts';
import { isMissingDebtor, isShown } from './form-fields.tsx';
import { BankText } from './page.tsx';

interface FaultSummaryProps {
  readonly faults: readonly MessageFragment[];
  readonly input: string;
  readonly body: Body;
}

export function FaultSummary({ faults, input, body }: FaultSummaryProps) {
  const t = useText();
  const { language } = usePreferences();
  return (
    <ul className="checks">
      {faults.slice(0, 12).map(({ path, text, code }) => {
        const label = path ? fieldLabel(input, path, language) : null;
        const isDebtor = path != null && isMissingDebtor(path, valueAt(body, path.split('.')));
        return (
          <li key={`${path} ${text}`}>
            {path && label !== null ? (
              <button type="button" className="link" onClick={() => focusField(path)}>
                {label}
              </button>
            ) : (
              <code>{path}</code>
            )}{' '}
            {isDebtor ? t('debtorMissing') : <BankText text={text} />}{' '}
            <span className="code soft">{code}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** null: the path has no control, such as that of a bulk entry. */
export function fieldLabel(input: string, path: string, language: Language): string | null {
  const steps = path.split('.');
  let type = input;
  for (const step of steps) {
    const field = inputs[type]?.find(({ name }) => name === step);
    if (field === undefined || !isShown(field)) return null;
    type = field.type;
  }
  return steps.map((step) => fieldText(step, language)).join(': ');
}

function focusField(path: string): void {
  const control = document.querySelector<HTMLElement>(`form [name="${path}"], form [name^="${path}."]`);
  for (let around = control?.parentElement; around; around = around.parentElement)
    if (around instanceof HTMLDetailsElement) around.open = true;
  control?.focus();
}
