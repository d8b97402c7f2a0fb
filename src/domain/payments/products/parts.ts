import { z } from 'zod';
import { list } from '../../fields/list.ts';
import { faultAt, isoDate, remittance, text } from '../../fields/shared.ts';
import type { BusinessRule } from '../product.ts';

export const creditorName = text(1, 70).meta({ description: 'Name of the creditor, at most 70 characters.' });
export const debtorName = text(0, 70).meta({ description: 'Name of the debtor, at most 70 characters.' });
export const ultimateDebtor = text(0, 70).meta({
  description: 'Party that owes the money, if it is not the debtor. At most 70 characters.',
});
export const remittanceInformationUnstructured = text(1, 140).meta({
  description:
    'Message to the creditor, 1 to 140 characters. Send either a message or a structured reference.',
});
export const remittanceInformationStructured = remittance;
export const remittanceInformationStructuredArray = list(remittance, 1, 999).meta({
  description: 'Structured references as a list, instead of the single object.',
});
export const remittanceForms = {
  remittanceInformationUnstructured: remittanceInformationUnstructured.optional(),
  remittanceInformationStructured: remittanceInformationStructured.optional(),
  remittanceInformationStructuredArray: remittanceInformationStructuredArray.optional(),
};
export const endToEndIdentification = text(1, 35).meta({
  description: 'Reference that the creditor receives with the payment, at most 35 characters.',
});
export const requestedExecutionDate = isoDate.meta({
  description: 'Execution date in Europe/Oslo, today or later. The default is today.',
});

/** Pairs of fields of which a body may have only one. The fault is at the second field. */
const exclusiveFields = [
  ['remittanceInformationUnstructured', 'remittanceInformationStructured'],
  ['remittanceInformationUnstructured', 'remittanceInformationStructuredArray'],
  ['remittanceInformationStructured', 'remittanceInformationStructuredArray'],
] as const;

export function transferSchema<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  let schema = z.object(shape);
  for (const [first, second] of exclusiveFields)
    schema = schema.refine(
      (value: Readonly<Record<string, unknown>>) => value[first] === undefined || value[second] === undefined,
      faultAt([second], `send either ${first} or ${second}, but not both`),
    );
  return schema;
}

export function notInThePast(field: 'requestedExecutionDate' | 'startDate'): BusinessRule {
  return (instruction, today) => {
    const day = instruction[field];
    if (day === undefined || day >= today) return null;
    return { reason: 'EXECUTION_DATE_INVALID', path: field, text: `must not be before today, ${today}` };
  };
}
