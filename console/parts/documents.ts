import type { Form } from './form.ts';

export type Act = 'actRead' | 'actStatus' | 'actCancel';

export function paymentDocument(act: Act, paymentId: string): string {
  const id = JSON.stringify(paymentId);
  if (act === 'actCancel')
    return `mutation {
  cancelPayment(input: { paymentId: ${id} }) {
    payment { transactionStatus }
    tppMessages { code path text }
    links { startAuthorisation { href } }
  }
}`;
  const fields =
    act === 'actStatus'
      ? 'transactionStatus fundsAvailable'
      : 'transactionStatus creditorNames\n    totalAmount { amount currency }\n    statusHistory { to at reason }';
  return `query {\n  payment(paymentId: ${id}) {\n    ${fields}\n  }\n}`;
}

export const variablesHeading = '# Variables';

export function creationDocument(
  { mutation, input, product }: Pick<Form, 'mutation' | 'input' | 'product'>,
  body: object,
): string {
  const variable = mutation === 'createCrossBorderPayment' ? { ...body, product } : body;
  return `mutation Create($input: ${input}!) {
  ${mutation}(input: $input) {
    payment { paymentId transactionStatus }
    tppMessages { category code path text }
    links { scaRedirect { href } }
  }
}

${variablesHeading}
${JSON.stringify({ input: variable }, null, 2)}`;
}
