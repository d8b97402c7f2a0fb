import { boundedText, codePointLength } from '../../../domain/values/text.ts';
import { type Element, element, leaf, optionalLeaf } from './element.ts';
import { notProvided } from './entry-ids.ts';
import { withoutUnwritable } from './faults.ts';
import { isLatinReference, latinOf } from './latin.ts';
import type { InitiatingParty } from './messages.ts';
import type { PartyProfile, ProductProfile } from './product-profile.ts';

const idAtMost = 35;

function nameOf(name: string, { nameLength, characters }: PartyProfile): string {
  const writable = withoutUnwritable(name);
  if (characters === 'ANY') return boundedText(writable, nameLength);
  return latinOf(writable).slice(0, nameLength);
}

/**
 * A name is shortened and stripped of forbidden characters, so that an order never fails for it. An id that cannot be written
 * whole is left out: half an id is a different id.
 */
export function partyOf(
  { name, tppId }: InitiatingParty,
  profile: PartyProfile,
): readonly (Element | null)[] {
  return [
    optionalLeaf('Nm', nameOf(name, profile)),
    isWritableId(tppId, profile)
      ? element('Id', [
          element('OrgId', [element('Othr', [leaf('Id', tppId), element('SchmeNm', [leaf('Cd', 'CUST')])])]),
        ])
      : null,
  ];
}

const isWritableId = (id: string, { references }: PartyProfile): boolean =>
  id !== '' &&
  id === withoutUnwritable(id) &&
  codePointLength(id) <= idAtMost &&
  (references === 'ANY' || isLatinReference(id));

/** Never empty. */
export const debtorNameOf = (name: string, profile: PartyProfile): string => nameOf(name, profile) || '-';

export const agent = (name: string, bic: string, of?: string): Element =>
  element(name, [element('FinInstnId', [leaf('BICFI', bic)])], of);

export const debtorAgent = (bic: string, { debtorAgent: form }: ProductProfile): Element =>
  form === 'BIC'
    ? agent('DbtrAgt', bic)
    : element('DbtrAgt', [element('FinInstnId', [element('Othr', [leaf('Id', notProvided)])])]);
