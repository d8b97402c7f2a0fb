import {
  type GraphQLInterfaceType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isRequiredArgument,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/graphql/schema/schema.ts';

const open = buildSchema({ sandbox: true });
const closed = buildSchema({ sandbox: false });

interface Described {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}
interface Part {
  readonly name: string;
  readonly described: boolean;
  readonly description: string;
  readonly deprecated: boolean;
}

/** Every type, field, argument, input field and enum value that is not GraphQL's own. */
function partsOf(schema: GraphQLSchema): Part[] {
  const parts: Part[] = [];
  const add = (name: string, { description, deprecationReason }: Described) =>
    parts.push({
      name,
      described: Boolean(description?.trim()),
      description: description ?? '',
      deprecated: deprecationReason != null,
    });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    add(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) add(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) add(`${type.name}.${field.name}`, field);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      add(`${type.name}.${field.name}`, field);
      for (const argument of field.args) add(`${type.name}.${field.name}(${argument.name})`, argument);
    }
  }
  for (const directive of schema.getDirectives())
    if (!isSpecifiedDirective(directive)) add(`@${directive.name}`, directive);
  return parts;
}

describe('every part of the schema has a description', () => {
  it.each([
    ['of a sandbox', open],
    ['outside a sandbox', closed],
  ])('%s', (_, schema) => {
    const parts = partsOf(schema);
    expect(parts.length).toBeGreaterThan(300);
    expect(parts.filter(({ described }) => !described).map(({ name }) => name)).toEqual([]);
  });
  it('that names the value in words before its meaning', () => {
    for (const type of Object.values(open.getTypeMap())) {
      if (!isEnumType(type) || isIntrospectionType(type)) continue;
      for (const { name, description } of type.getValues())
        expect(description, `${type.name}.${name}`).toMatch(/^[\p{Lu}][\p{L}\d ,()'-]{2,70}(\.$|: \S.*\.$)/u);
    }
  });
  it('that reads well alone: a sentence, without a section number', () => {
    const poor = partsOf(open).filter(
      ({ description }) =>
        /\b(specification|contract|section|table \d)\b/i.test(description) ||
        !/^(\p{Lu}|\d)[\s\S]*[^.]\.$/u.test(description),
    );
    expect(poor.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });
});

it('ID is the type of the ids that node takes, and of nothing else', () => {
  const ids = Object.values(open.getTypeMap())
    .filter((type) => isObjectType(type))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => String(field.type).startsWith('ID'));
  expect(ids.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual(
    open.getPossibleTypes(open.getType('Node') as GraphQLInterfaceType).map(({ name }) => `${name}.id`),
  );
});

it.each(['DateTime', 'LocalDate'])('@specifiedBy says what %s is', (name) => {
  expect(open.getType(name)).toMatchObject({
    specifiedByURL: expect.stringMatching(/^https:.*rfc3339/),
  });
});

describe('code sets are enums', () => {
  const valuesOf = (name: string) => {
    const type = open.getType(name);
    return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
  };
  it('PaymentStatus has the twelve values', () => expect(valuesOf('PaymentStatus')).toHaveLength(12));
  it('SigningBasketStatus has its four', () => expect(valuesOf('SigningBasketStatus')).toHaveLength(4));
  it('every code set is an enum', () => {
    const enums = Object.values(open.getTypeMap()).filter(
      (type) => isEnumType(type) && !isIntrospectionType(type),
    );
    expect(enums.map(({ name }) => name).sort()).toEqual([
      'AccountScheme',
      'AuthorisationEndReason',
      'AuthorisationKind',
      'AuthorisationOutcome',
      'BookingStatus',
      'CheckName',
      'CheckResult',
      'CountryCode',
      'CurrencyCode',
      'CustomerType',
      'EngagementRole',
      'ExecutionRule',
      'Frequency',
      'HttpVerb',
      'KidModulus',
      'MessageCategory',
      'MessageCode',
      'NotificationContent',
      'NotificationState',
      'OrderDirection',
      'PaymentOrderField',
      'PaymentProduct',
      'PaymentStatus',
      'PsuContext',
      'PurposeCode',
      'SandboxCertificateKind',
      'SandboxEventKind',
      'ScaStatus',
      'SigningBasketStatus',
    ]);
  });
});

describe('a description promises what GraphQL does', () => {
  const descriptionOf = (name: string) => partsOf(open).find((part) => part.name === name)?.description;
  it('no amount is accepted as a JSON number', () => {
    expect(descriptionOf('SandboxAmountInput.amount')).toContain('Decimal number as a string.');
    const promises = partsOf(open).filter(({ description }) => description.includes('JSON number'));
    expect(promises.map(({ name }) => name)).toEqual([]);
  });
  it('setSandboxBalances says how many balances an account has, and how many a card account', () => {
    expect(descriptionOf('SetSandboxBalancesInput.balances')).toMatch(
      /An account has one.* card account .*10/,
    );
  });
  it('an input that says that it may be left out is not required', () => {
    const inputs = Object.values(open.getMutationType()?.getFields() ?? {}).flatMap(({ args }) => args);
    const saysSo = inputs.filter(({ type, description }) =>
      [description, getNamedType(type).description].some((text) => text?.includes('left out')),
    );
    expect(saysSo.length).toBeGreaterThan(3);
    expect(saysSo.filter((input) => isRequiredArgument(input)).map(({ type }) => String(type))).toEqual([]);
  });
});

describe('lists have no needless nulls', () => {
  const types = Object.values(open.getTypeMap()).filter(isObjectType);
  it.each(types.filter(({ name }) => name.endsWith('Connection')).map((type) => [type.name, type] as const))(
    '%s: edges, nodes and totalCount',
    (name, type) => {
      const of = name.replace('Connection', '');
      const written = Object.values(type.getFields()).map((field) => `${field.name}: ${field.type}`);
      expect(written.sort()).toEqual([
        `edges: [${of}Edge!]!`,
        `nodes: [${of}!]!`,
        'pageInfo: PageInfo!',
        'totalCount: Int!',
      ]);
      const edge = open.getType(`${of}Edge`);
      expect(isObjectType(edge) && String(edge.getFields().node?.type)).toBe(`${of}!`);
    },
  );
  it('no list holds nulls', () => {
    const fields = types.flatMap((type) =>
      isIntrospectionType(type) ? [] : Object.values(type.getFields()).map((field) => String(field.type)),
    );
    expect(fields.filter((type) => /[^!]\]/.test(type))).toEqual([]);
  });
  it('a message has its text', () => {
    const message = open.getType('TppMessage');
    expect(isObjectType(message) && String(message.getFields().text?.type)).toBe('String!');
  });
});

describe('what is deprecated says so', () => {
  it('city in the input and remittanceInformationStructured of a bulk entry, and nothing else', () => {
    const names = partsOf(open).filter(({ deprecated }) => deprecated);
    expect(names.map(({ name }) => name).sort()).toEqual([
      'BulkPaymentEntry.remittanceInformationStructured',
      'BulkPaymentEntryInput.remittanceInformationStructured',
      'BulkPostalAddressInput.city',
    ]);
  });
});

describe('outside a sandbox', () => {
  it('these fields do not exist', () => {
    const outside = new Set(partsOf(closed).map(({ name }) => name));
    const only = partsOf(open)
      .map(({ name }) => name)
      .filter((name) => !outside.has(name) && /^(Query|Mutation|Subscription)\.\w+$/.test(name));
    expect(only.sort()).toEqual([
      'Mutation.advanceSandboxClock',
      'Mutation.completeAuthorisation',
      'Mutation.createConsoleLink',
      'Mutation.createConsoleToken',
      'Mutation.createSandboxAccount',
      'Mutation.createSandboxAgreement',
      'Mutation.createSandboxCardAccount',
      'Mutation.createSandboxCardTransactions',
      'Mutation.createSandboxCertificate',
      'Mutation.createSandboxCustomer',
      'Mutation.createSandboxEngagement',
      'Mutation.deleteSandboxAccount',
      'Mutation.deleteSandboxCardAccount',
      'Mutation.deleteSandboxCustomer',
      'Mutation.deleteSandboxEngagement',
      'Mutation.initialiseSandbox',
      'Mutation.runPaymentBatch',
      'Mutation.setSandboxBalances',
      'Mutation.setSandboxFaults',
      'Mutation.signOut',
      'Query.checkBulkPayment',
      'Query.checkCrossBorderPayment',
      'Query.checkDomesticPayment',
      'Query.checkInstantPayment',
      'Query.checkPeriodicPayment',
      'Query.checkSepaPayment',
      'Query.requestLog',
      'Query.sandboxAccount',
      'Query.sandboxAccounts',
      'Query.sandboxAgreements',
      'Query.sandboxCardAccount',
      'Query.sandboxCardAccounts',
      'Query.sandboxCustomer',
      'Query.sandboxCustomers',
      'Query.sandboxEngagement',
      'Query.sandboxFaults',
      'Query.scenarios',
      'Query.upcomingEvents',
    ]);
  });
});
