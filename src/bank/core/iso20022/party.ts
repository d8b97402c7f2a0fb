import { boundedText, codePointLength } from '../../../domain/values/text.ts';
import { type Element, element, leaf, optionalLeaf } from './element.ts';
import { notProvided } from './entry-ids.ts';
import { replaceControlCharacters } from './faults.ts';
import { isLatinReference, toLatin } from './latin.ts';
import type { InitiatingParty } from './messages.ts';
import type { ProductProfile } from './profile.ts';

type PartyProfile = Pick<ProductProfile, 'nameLength' | 'characters' | 'references'>;

/** For messages that belong to no product. */
export const unrestrictedParty: PartyProfile = { nameLength: 140, characters: 'ANY', references: 'ANY' };

/** The limit of ISO 20022. */
const maxIdLength = 35;

function writePartyName(name: string, { nameLength, characters }: PartyProfile): string {
  const writable = replaceControlCharacters(name);
  if (characters === 'ANY') return boundedText(writable, nameLength);
  return toLatin(writable).slice(0, nameLength);
}

/** Shortens a name, so that no order fails because of it. Leaves out an id that is too long: a part of it would be another id. */
export function initiatingPartyElements(
  { name, tppId }: InitiatingParty,
  profile: PartyProfile,
): readonly (Element | null)[] {
  return [
    optionalLeaf('Nm', writePartyName(name, profile)),
    isWritableId(tppId, profile)
      ? element('Id', [
          element('OrgId', [element('Othr', [leaf('Id', tppId), element('SchmeNm', [leaf('Cd', 'CUST')])])]),
        ])
      : null,
  ];
}

const isWritableId = (id: string, { references }: PartyProfile): boolean =>
  id !== '' &&
  id === replaceControlCharacters(id) &&
  codePointLength(id) <= maxIdLength &&
  (references === 'ANY' || isLatinReference(id));

/** ISO 20022 requires a name, so an empty name becomes a dash. */
export const debtorNameOf = (name: string, profile: PartyProfile): string =>
  writePartyName(name, profile) || '-';

export const agentElement = (name: string, bic: string, fieldPath?: string): Element =>
  element(name, [element('FinInstnId', [leaf('BICFI', bic)])], fieldPath);

export const debtorAgentElement = (bic: string, { debtorAgent: form }: ProductProfile): Element =>
  form === 'BIC'
    ? agentElement('DbtrAgt', bic)
    : element('DbtrAgt', [element('FinInstnId', [element('Othr', [leaf('Id', notProvided)])])]);
