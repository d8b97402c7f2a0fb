import type { Remittance } from '../../../domain/payments/instruction.ts';
import { type Element, element, leaf, optionalLeaf } from './element.ts';
import { referencesWithPaths, type TransferFields } from './fields.ts';

export function remittanceElement(fields: TransferFields): Element | null {
  const { remittanceInformationUnstructured: unstructured } = fields;
  if (unstructured !== undefined)
    return element('RmtInf', [leaf('Ustrd', unstructured, 'remittanceInformationUnstructured')]);
  const references = referencesWithPaths(fields);
  if (references.length === 0) return null;
  return element(
    'RmtInf',
    references.map(({ remittance, path }) => element('Strd', [referenceElement(remittance)], path)),
  );
}

/** A reference without a type is a creditor reference, such as a KID. Types other than SCOR and CINV are the creditor's own (Prtry). */
function referenceElement({ reference, referenceType = 'SCOR', referenceIssuer }: Remittance): Element {
  const code = referenceType.toUpperCase();
  const typeElement = (content: Element) =>
    element('Tp', [
      element('CdOrPrtry', [content], 'referenceType'),
      optionalLeaf('Issr', referenceIssuer, 'referenceIssuer'),
    ]);
  if (code === 'CINV')
    return element('RfrdDocInf', [typeElement(leaf('Cd', code)), leaf('Nb', reference, 'reference')]);
  const codeElement = code === 'SCOR' ? leaf('Cd', code) : leaf('Prtry', referenceType);
  return element('CdtrRefInf', [typeElement(codeElement), leaf('Ref', reference, 'reference')]);
}
