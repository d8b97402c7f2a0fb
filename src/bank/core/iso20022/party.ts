/** Parties and agents as both messages that leave have them. */
import { boundedText, codePointLength } from '../../../domain/values/text.ts';
import { type Element, element, leaf, optionalLeaf } from './element.ts';
import { withoutUnwritable } from './faults.ts';
import type { InitiatingParty } from './messages.ts';

const nameAtMost = 140;
const idAtMost = 35;

/**
 * What says who asked: nothing that an order may fail for. A name is shortened and freed of what cannot be written; an id
 * that is too long is left out, for half an id is another one.
 */
export function partyOf({ name, tppId }: InitiatingParty): readonly (Element | null)[] {
  const id = withoutUnwritable(tppId);
  const fits = id !== '' && id === tppId && codePointLength(id) <= idAtMost;
  return [
    optionalLeaf('Nm', boundedText(withoutUnwritable(name), nameAtMost)),
    fits
      ? element('Id', [
          element('OrgId', [element('Othr', [leaf('Id', id), element('SchmeNm', [leaf('Cd', 'CUST')])])]),
        ])
      : null,
  ];
}

/** The debtor's name, as the bank has it: never empty. */
export const debtorNameOf = (name: string): string => boundedText(withoutUnwritable(name), nameAtMost) || '-';

export const agent = (name: string, bic: string, of?: string): Element =>
  element(name, [element('FinInstnId', [leaf('BICFI', bic)])], of);
