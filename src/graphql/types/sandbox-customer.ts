/** Customers of the sandbox (specification 2.7). */
import type { EnumRef, ObjectRef } from '@pothos/core';
import { customerBody, customerTypes as types } from '../../domain/sandbox/customer.ts';
import { customerLinks } from '../../domain/sandbox/links.ts';
import { createSandboxCustomer } from '../../operations/sandbox/customers/create-sandbox-customer.ts';
import { getSandboxCustomer } from '../../operations/sandbox/customers/get-sandbox-customer.ts';
import { listSandboxCustomers } from '../../operations/sandbox/customers/list-sandbox-customers.ts';
import type { AgreementSummary, CustomerRecord } from '../../operations/sandbox/ports.ts';
import type { Builder, Types } from '../builder.ts';
import { withMeanings } from '../code-meanings.ts';
import { callOf, write } from '../context.ts';
import { limitOf, partArguments } from '../list-parts.ts';
import { payload, refusedAs } from '../payload.ts';
import { payloadType } from '../payload-type.ts';
import { customerInput, readInput } from '../sandbox-inputs.ts';
import type { SandboxParts } from './sandbox-parts.ts';

export type CustomerRef = ObjectRef<Types, CustomerRecord>;

export function customerTypes(builder: Builder, parts: SandboxParts): CustomerRef {
  const type = builder.enumType('CustomerType', {
    description: 'Whether a customer is a person or a company.',
    values: withMeanings('CustomerType', types),
  });
  const customer = customerType(builder, parts, type);
  customerQueries(builder, customer);
  const { shape } = customerBody;
  const note = (name: keyof typeof shape) => ({ description: shape[name].description ?? '' });
  const input = builder.inputType('CreateSandboxCustomerInput', {
    description: 'A customer to make. Either word serves: name or customerName, type or customerType.',
    fields: (t) => ({
      customerNumber: t.string({ required: true, ...note('customerNumber') }),
      name: t.string({ description: 'Name of the customer.' }),
      customerName: t.string({ description: 'Name of the customer.' }),
      type: t.field({ type, description: 'PRIVATE or CORPORATE.' }),
      customerType: t.field({ type, description: 'PRIVATE or CORPORATE.' }),
    }),
  });
  builder.mutationField('createSandboxCustomer', (t) =>
    t.field({
      type: payloadType<CustomerRecord>(builder, parts.common, {
        mutation: 'createSandboxCustomer',
        field: 'customer',
        type: customer,
        description: 'The customer; null when it was refused.',
      }),
      nullable: false,
      description: 'Makes a customer of the sandbox.',
      args: { input: t.arg({ type: input, required: true, description: 'The customer.' }) },
      resolve: (_, args, context, info) =>
        payload(async () => {
          const key = String(info.path.key);
          const made = await write(context, key, createSandboxCustomer, callOf(context), () =>
            readInput(customerInput, args.input),
          );
          const { customer: resource, tppMessages } = made;
          return { resource, tppMessages, links: { self: customerLinks(resource.customerId).self } };
        }),
    }),
  );
  return customer;
}

function customerType(
  builder: Builder,
  { common }: SandboxParts,
  type: EnumRef<Types, CustomerRecord['customerType']>,
): CustomerRef {
  const agreement = builder.objectRef<AgreementSummary>('SandboxAgreement').implement({
    description: 'An agreement of a customer: which PSU may act on which account.',
    fields: (t) => ({
      id: t.exposeString('id', { nullable: false, description: 'Its identifier, as in REST.' }),
      name: t.exposeString('name', { nullable: false, description: 'Its name.' }),
      engagements: t.stringList({
        nullable: false,
        description: 'Identifiers of its engagements.',
        resolve: (source) => [...source.engagements],
      }),
    }),
  });
  return builder.node(builder.objectRef<CustomerRecord>('SandboxCustomer'), {
    description: 'A customer of the sandbox.',
    id: { resolve: (record) => record.customerId, description: 'Global id (Relay).' },
    loadOne: (customerId, context) =>
      refusedAs(null, () => context.performer.read(getSandboxCustomer, callOf(context), { customerId })),
    fields: (t) => ({
      customerId: t.exposeString('customerId', {
        nullable: false,
        description: 'Its identifier, as in REST.',
      }),
      customerNumber: t.exposeString('customerNumber', {
        nullable: false,
        description: 'What the PSU types when they log in.',
      }),
      customerType: t.field({
        type,
        nullable: false,
        description: 'A person or a company.',
        resolve: (record) => record.customerType,
      }),
      customerName: t.exposeString('customerName', { nullable: false, description: 'Name of the customer.' }),
      agreements: t.field({
        type: [agreement],
        nullable: { list: false, items: false },
        description: 'Agreements that the customer owns.',
        resolve: (record) => [...record.agreements],
      }),
      accounts: t.stringList({
        nullable: false,
        description: 'Identifiers (resourceId) of the accounts.',
        resolve: (record) => [...record.accounts],
      }),
      cardAccounts: t.stringList({
        nullable: false,
        description: 'Identifiers (resourceId) of the card accounts.',
        resolve: (record) => [...record.cardAccounts],
      }),
      links: t.field({
        type: common.links,
        nullable: false,
        description: 'Links of the customer.',
        resolve: (record) => ({ self: customerLinks(record.customerId).self }),
      }),
    }),
  });
}

function customerQueries(builder: Builder, customer: CustomerRef): void {
  builder.queryField('sandboxCustomer', (t) =>
    t.field({
      type: customer,
      nullable: true,
      description: 'A customer of the sandbox; RESOURCE_UNKNOWN when there is none with this id.',
      args: { customerId: t.arg.string({ required: true, description: 'Its identifier.' }) },
      resolve: (_, { customerId }, context) =>
        context.performer.read(getSandboxCustomer, callOf(context), { customerId }),
    }),
  );
  builder.queryField('sandboxCustomers', (t) =>
    t.field({
      type: [customer],
      nullable: { list: false, items: false },
      description: 'All customers of the sandbox, oldest first.',
      args: partArguments(t),
      resolve: (_, part, context) =>
        context.performer.read(listSandboxCustomers, callOf(context), limitOf(part)),
    }),
  );
}
