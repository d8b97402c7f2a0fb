/**
 * The parts that products are made of: fields with their bounds, and rules over
 * several fields. A new field is written here once and named in the products that have it.
 */
import { z } from 'zod';
import { list } from '../../fields/list.ts';
import { purposeCode, remittance } from '../../fields/shared.ts';
import { isoDate, text, whenObject } from '../../fields/text.ts';
import type { BusinessRule } from '../product.ts';

export const creditorName = text(1, 70).meta({ description: 'Name of the creditor, at most 70 characters.' });
export const debtorName = text(0, 70).meta({ description: 'Name of the debtor, at most 70 characters.' });
export const ultimateDebtor = text(0, 70).meta({
  description: 'Party that owes the money, when not the debtor; at most 70 characters.',
});
export const remittanceInformationUnstructured = text(1, 140).meta({
  description:
    'Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form.',
});
export const remittanceInformationStructured = remittance;
export const remittanceInformationStructuredArray = list(remittance, 1, 999).meta({
  description: 'Structured references, the list form that replaces the single object.',
});
export const endToEndIdentification = text(1, 35).meta({
  description: 'Reference that follows the payment to the creditor, at most 35 characters.',
});
export const requestedExecutionDate = isoDate.meta({
  description: 'Day on which to execute, in Europe/Oslo; today when absent. Not before today.',
});
export { purposeCode };

type Fields = Readonly<Record<string, unknown>>;

/** At most one of two fields: the fault stands at the second one. */
export function exclusive(first: string, second: string) {
  return {
    check: (value: Fields) => value[first] === undefined || value[second] === undefined,
    params: {
      error: `${first} and ${second} exclude each other`,
      path: [second],
      when: whenObject,
    },
  };
}

const remittanceForms = [
  exclusive('remittanceInformationUnstructured', 'remittanceInformationStructured'),
  exclusive('remittanceInformationUnstructured', 'remittanceInformationStructuredArray'),
  exclusive('remittanceInformationStructured', 'remittanceInformationStructuredArray'),
];

/** The object of a transfer's fields, with the rule that the forms of remittance exclude each other. */
export function transfer<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return remittanceForms.reduce(
    (schema, rule) => schema.refine((value) => rule.check(value as Fields), rule.params),
    z.object(shape),
  );
}

/** The day asked for lies today or later, Europe/Oslo. */
export function notInThePast(field: 'requestedExecutionDate' | 'startDate'): BusinessRule {
  return (instruction, today) => {
    const day = instruction[field];
    if (day === undefined || day >= today) return null;
    return { reason: 'EXECUTION_DATE_INVALID', path: field, text: `${day} lies before today, ${today}` };
  };
}
