import type { Remittance } from '../../../domain/payments/instruction.ts';
import { type Element, element, leaf, optionalLeaf } from './element.ts';
import { referencesOf, type TransferFields } from './fields.ts';

export function remittanceInformation(fields: TransferFields): Element | null {
  const { remittanceInformationUnstructured: words } = fields;
  if (words !== undefined)
    return element('RmtInf', [leaf('Ustrd', words, 'remittanceInformationUnstructured')]);
  const references = referencesOf(fields);
  if (references.length === 0) return null;
  return element(
    'RmtInf',
    references.map(({ remittance, at }) => element('Strd', [reference(remittance)], at)),
  );
}

/**
 * Without a type the reference is a KID, type SCOR. CINV names a document, not a creditor reference; other types are the
 * creditor's own.
 */
function reference({ reference: text, referenceType = 'SCOR', referenceIssuer }: Remittance): Element {
  const code = referenceType.toUpperCase();
  const type = (inner: Element) =>
    element('Tp', [
      element('CdOrPrtry', [inner], 'referenceType'),
      optionalLeaf('Issr', referenceIssuer, 'referenceIssuer'),
    ]);
  return code === 'CINV'
    ? element('RfrdDocInf', [type(leaf('Cd', code)), leaf('Nb', text, 'reference')])
    : element('CdtrRefInf', [
        type(code === 'SCOR' ? leaf('Cd', code) : leaf('Prtry', referenceType)),
        leaf('Ref', text, 'reference'),
      ]);
}
