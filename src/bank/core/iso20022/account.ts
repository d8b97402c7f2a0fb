import type { AccountReference } from '../../../domain/payments/instruction.ts';
import { normaliseIban } from '../../../domain/values/account-numbers.ts';
import { type Element, element, leaf } from './element.ts';
import type { ProductProfile } from './profile.ts';

export const debtorAccountElement = (
  account: AccountReference,
  { accountCurrency }: ProductProfile,
): Element => accountElement('DbtrAcct', account, 'debtorAccount', accountCurrency !== 'NONE');

export const creditorAccountElement = (
  account: AccountReference,
  { accountCurrency }: ProductProfile,
): Element => accountElement('CdtrAcct', account, 'creditorAccount', accountCurrency === 'BOTH');

const accountElement = (
  name: string,
  account: AccountReference,
  fieldPath: string,
  hasCurrency: boolean,
): Element =>
  element(
    name,
    [
      element('Id', [accountIdElement(account)]),
      hasCurrency ? leaf('Ccy', account.currency, 'currency') : null,
    ],
    fieldPath,
  );

function accountIdElement({ bban, iban, other }: AccountReference): Element {
  if (iban !== undefined) return leaf('IBAN', normaliseIban(iban), 'iban');
  if (other !== undefined) {
    return element(
      'Othr',
      [
        leaf('Id', other.identification, 'identification'),
        element('SchmeNm', [leaf('Prtry', other.schemeNameProprietary)], 'schemeNameProprietary'),
      ],
      'other',
    );
  }
  return element('Othr', [leaf('Id', bban ?? ''), element('SchmeNm', [leaf('Cd', 'BBAN')])], 'bban');
}
