/** The header x-accept-fix, by which a TPP switches on future changes early. */
import { shownName, type Warnings } from './fields/warn.ts';
import { trimBoth } from './values/text.ts';

/** `longer-names` is a spelling of `longer-name` that clients use. */
export const knownFixes: readonly string[] = [
  'amount-as-string',
  'longer-name',
  'longer-names',
  'cash-account-type-iso',
  'cardaccount-switch-originalamount-and-transactionamount',
];

/** Each value may be in quotation marks. */
export function requestedFixes(value: string | null): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((part) => trimBoth(part.trim(), /"/).trim())
    .filter((part) => part !== '');
}

export function warnOfUnknownFixes(fixNames: readonly string[], warnings: Warnings): void {
  for (const fix of fixNames) {
    if (knownFixes.includes(fix)) continue;
    const text = `${shownName(fix)} is not a known value and was ignored; the known values are ${knownFixes.join(', ')}`;
    warnings.add(() => 'x-accept-fix', text);
  }
}
