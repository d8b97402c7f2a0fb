import { refuse } from '../../../domain/refusal.ts';
import { privateAgreementName } from '../../../domain/sandbox/agreement.ts';
import { type CustomerBody, customerOfBody } from '../../../domain/sandbox/customer.ts';
import { defineWriteForAnyRole } from '../../operation.ts';
import type { SentBody } from '../ports.ts';
import { requireCapacity } from '../require-capacity.ts';

export const createSandboxCustomer = defineWriteForAnyRole({
  name: 'createSandboxCustomer',
  refusals: ['CONFLICT'],
  async run({ caller: { tppId }, stores, ids, now }, { body, warnings }: SentBody<CustomerBody>) {
    await requireCapacity('customers', (atMost) => stores.sandbox.customers.count(tppId, atMost));
    const customer = { customerId: ids.next(), ...customerOfBody(body) };
    if (!(await stores.sandbox.customers.insert([{ ...customer, tppId, createdAt: now }]))) {
      const text = 'the sandbox already has a customer with this number';
      throw refuse('CONFLICT', { path: 'customerNumber', text });
    }
    const { customerId: ownerId, customerType } = customer;
    const agreements =
      customerType === 'PRIVATE' ? [{ id: ids.next(), name: privateAgreementName, engagements: [] }] : [];
    await stores.sandbox.agreements.insert(
      agreements.map(({ id, name }) => ({ agreementId: id, name, ownerId, tppId, createdAt: now })),
    );
    const newCustomer = { ...customer, agreements, accounts: [], cardAccounts: [] };
    return { customer: newCustomer, tppMessages: warnings };
  },
});
