/**
 * Where each part of the schema is laid down. A description that names no place itself gets that of its field or type,
 * so that every type, field and argument leads to the text behind it.
 */
import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';

/** What counts as a place. */
export const namesPlace = /\b(specification|contract) \d|\bISO \d|\bRelay\b|\bRFC \d/;

/** Fields that many types have, and those that stand elsewhere than their type. */
const fields: Readonly<Record<string, string>> = {
  id: 'Relay',
  clientMutationId: 'Relay',
  tppMessages: 'specification 2.1',
  links: 'specification 2.1',
  psuMessage: 'specification 2.4',
  paymentId: 'specification 2.4',
  transactionStatus: 'specification 3',
  statusHistory: 'specification 3',
  basket: 'specification 2.3',
  basketId: 'specification 2.3',
  psu: 'specification 5.2',
};

/** What payments say besides the fields of their bodies. */
const ofPayments: Readonly<Record<string, string>> = {
  createdAt: 'contract 10',
  creditorNames: 'contract 10',
  debtorName: 'contract 10',
  totalAmount: 'contract 10',
  product: 'contract 2',
};

/** The first that fits the name of a type, or of a field at the top. */
const types: readonly (readonly [RegExp, string])[] = [
  [/Connection$|Edge$|^PageInfo$|^node$/i, 'Relay'],
  [/Periodic|^PlannedExecution/, 'specification 4.4'],
  [/Instant/, 'specification 4.5'],
  [/Bulk/, 'specification 4.6'],
  [/(Domestic|CrossBorder|Sepa)Payment/, 'specification 4.8'],
  [/CancelPayment|BankHoliday/i, 'contract 6'],
  [/^(Query|Mutation|Subscription|Viewer|Payments?|PaymentFilter|PaymentProduct)$/i, 'contract 10'],
  [/PaymentStatusChanged|ConsoleToken/i, 'contract 10'],
  [/SigningBasket/i, 'specification 4.1'],
  [/Authorisation/i, 'contract 5'],
  [/SandboxCustomer/i, 'specification 2.7'],
  [/CreateSandboxCardTransactions/i, 'specification 4.2'],
  [/CardTransaction/, 'specification 2.8'],
  [/^Kid/, 'contract 6'],
  [/AccountInput$/, 'specification 2.1'],
  [/^LocalDate$/, 'ISO 8601'],
  [/Sandbox|AccountTransaction|RunPaymentBatch|Scenario/i, 'contract 8'],
  [/^PsuInput$/, 'specification 5.2'],
  [/^StatusChange$/, 'specification 3'],
];

interface Described {
  description?: string | null | undefined;
}

export function tellWhere(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    const place = placeOf(type.name) ?? placeIn(type.description);
    tell(type, place);
    if (isEnumType(type)) for (const value of type.getValues()) tell(value, place);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) tell(field, fields[field.name] ?? place);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const known = /Payment$/.test(type.name) ? { ...fields, ...ofPayments } : fields;
    const atTop = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(
      type as never,
    );
    for (const field of Object.values(type.getFields())) {
      const own = (atTop ? placeOf(field.name) : known[field.name]) ?? place;
      tell(field, own);
      for (const argument of field.args) tell(argument, own);
    }
  }
  return schema;
}

/** The place that a description names, in brackets as all do. */
const placeIn = (description: string | null | undefined): string | undefined =>
  /\(((?:specification|contract) \d[^()]*)\)/.exec(description ?? '')?.[1];

const placeOf = (name: string): string | undefined => types.find(([shape]) => shape.test(name))?.[1];

function tell(part: Described, place: string | undefined): void {
  const { description } = part;
  if (!description || place === undefined || namesPlace.test(description)) return;
  part.description = `${description.replace(/\.$/, '')} (${place}).`;
}
