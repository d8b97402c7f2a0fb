import type { AccountReference } from '../../../domain/payments/instruction.ts';
import { normaliseIban } from '../../../domain/values/account-numbers.ts';
import { type Element, element, leaf } from './element.ts';
import type { ProductProfile } from './profile.ts';

type AccountProfile = Pick<ProductProfile, 'accountCurrency'>;

export const debtorAccountElement = (
  account: AccountReference,
  { accountCurrency }: AccountProfile,
): Element => accountElement('DbtrAcct', account, 'debtorAccount', accountCurrency !== 'NONE');

export const creditorAccountElement = (
  account: AccountReference,
  { accountCurrency }: AccountProfile,
): Element => accountElement('CdtrAcct', account, 'creditorAccount', accountCurrency === 'BOTH');

function accountElement(
  name: string,
  { bban, iban, other, currency }: AccountReference,
  fieldPath: string,
  hasCurrency: boolean,
): Element {
  return element(
    name,
    [
      element('Id', [accountIdElement({ bban, iban, other })]),
      hasCurrency ? leaf('Ccy', currency, 'currency') : null,
    ],
    fieldPath,
  );
}

function accountIdElement({ bban, iban, other }: Pick<AccountReference, 'bban' | 'iban' | 'other'>): Element {
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
