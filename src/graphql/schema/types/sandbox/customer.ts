/** Customers of the sandbox. */
import type { ObjectRef } from '@pothos/core';
import { type CustomerRecord, customerBody, customerView } from '../../../../domain/sandbox/customer.ts';
import { customerLinks } from '../../../../domain/sandbox/links.ts';
import { createSandboxCustomer } from '../../../../operations/sandbox/customers/create-sandbox-customer.ts';
import { getSandboxCustomer } from '../../../../operations/sandbox/customers/get-sandbox-customer.ts';
import { listSandboxCustomers } from '../../../../operations/sandbox/customers/list-sandbox-customers.ts';
import type { Types } from '../../builder.ts';
import type { SchemaParts } from '../../parts.ts';
import { inputAsBody } from '../../rest-body.ts';
import { sandboxResource } from './resource.ts';

export type CustomerRef = ObjectRef<Types, CustomerRecord>;

export function customerTypes(parts: SchemaParts): CustomerRef {
  // REST accepts the type in upper and lower case; GraphQL has an enum.
  const { type: _, customerType: __, ...otherFields } = customerBody.shape;
  const type = parts.mapper.enumOf(customerView.schema.shape.customerType);
  return sandboxResource(parts, {
    view: customerView,
    idField: 'customerId',
    payloadField: 'customer',
    words: {
      article: 'A',
      noun: 'customer',
      creation: 'Creates a customer in the sandbox.',
      input: 'The customer. Use either name or customerName, and either type or customerType.',
    },
    excludedFields: ['accounts', 'cardAccounts', 'agreements'],
    links: customerLinks,
    get: getSandboxCustomer,
    list: listSandboxCustomers,
    store: 'customers',
    create: createSandboxCustomer,
    body: inputAsBody(customerBody),
    inputFields: (t) => ({
      ...parts.mapper.inputFields(otherFields)(t),
      type: t.field({ type, description: 'PRIVATE or CORPORATE.' }),
      customerType: t.field({ type, description: 'PRIVATE or CORPORATE.' }),
    }),
  });
}
