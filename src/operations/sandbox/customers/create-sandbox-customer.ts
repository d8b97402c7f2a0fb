/** Makes a customer of the sandbox. A private customer gets an agreement at once; those of a company are created separately. */

import { refuse, type TppMessage } from '../../../domain/refusal.ts';
import { privateAgreementName } from '../../../domain/sandbox/agreement.ts';
import type { CustomerRecord } from '../../../domain/sandbox/customer.ts';
import { type CustomerBody, namedCustomer } from '../../../domain/sandbox/customer.ts';
import type { Operation } from '../../operation.ts';
import type { Sent } from '../ports.ts';

export interface CreatedCustomer {
  readonly customer: CustomerRecord;
  readonly tppMessages: readonly TppMessage[];
}

export const createSandboxCustomer: Operation<Sent<CustomerBody>, CreatedCustomer> = {
  name: 'createSandboxCustomer',
  role: null,
  kind: 'write',
  refusals: ['CONFLICT'],
  async run({ caller: { tppId }, stores, ids, now }, { body, warnings }) {
    const customer = { customerId: ids.next(), ...namedCustomer(body) };
    if (!(await stores.sandbox.customers.insert([{ ...customer, tppId, createdAt: now }]))) {
      throw refuse('CONFLICT', {
        path: 'customerNumber',
        text: 'the sandbox has a customer with this number',
      });
    }
    const own = ownAgreement(customer.customerType, ids.next());
    await stores.sandbox.agreements.insert(
      own.map(({ id, name }) => ({
        agreementId: id,
        name,
        ownerId: customer.customerId,
        tppId,
        createdAt: now,
      })),
    );
    return {
      customer: { ...customer, agreements: own, accounts: [], cardAccounts: [] },
      tppMessages: warnings,
    };
  },
};

function ownAgreement(type: 'PRIVATE' | 'CORPORATE', id: string) {
  return type === 'PRIVATE' ? [{ id, name: privateAgreementName, engagements: [] }] : [];
}
