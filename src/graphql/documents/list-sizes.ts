/**
 * How many items each list of the schema holds, by field or by type and field. A test fails for a list that is missing
 * here. A list with `first` or `last` holds what is asked for.
 */
import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  getNullableType,
  isListType,
  Kind,
} from 'graphql';
import { messagesAtMost } from '../../domain/refusal.ts';
import { pageSizeAtMost, pageSizeDefault } from '../schema/pages.ts';

export interface ListSize {
  /** The usual size. Where it is less than the most, a query is charged for what there is (answer-size.ts). */
  readonly usual: number;
  readonly most: number;
}

/** How many authorisations of each payment a list shows, the newest. */
export const authorisationsOfEachAtMost = 100;
/** How many creditors of each payment a list names. */
export const creditorNamesAtMost = 10;

const exactly = (size: number): ListSize => ({ usual: size, most: size });

export const listSizes: Readonly<Record<string, ListSize>> = {
  'BulkPayment.payments': { usual: 5, most: 1_000 },
  'SigningBasket.payments': { usual: 2, most: 10 },
  entries: { usual: 5, most: 1_000 },
  statusHistory: { usual: 8, most: 100 },
  authorisations: { usual: 2, most: authorisationsOfEachAtMost },
  bookings: { usual: 10, most: 1_000 },
  creditorNames: exactly(creditorNamesAtMost),
  // Up to 999 each, but all those of a request together are bounded by its body.
  remittanceInformationStructuredArray: { usual: 1, most: 10 },
  monthsOfExecution: exactly(11),
  bankHolidays: exactly(15),
  upcomingExecutions: exactly(100),
  verbs: exactly(4),
  roles: exactly(4),
  // Steps of a path, and one entry of a list within another.
  pathSegments: { usual: 4, most: 10 },
  tppMessages: { usual: 10, most: messagesAtMost },
  checkPayment: { usual: 10, most: messagesAtMost },
  paymentDays: exactly(31),
  statuses: { usual: 4, most: 12 },
  moved: { usual: 2, most: 162 },
  upcomingEvents: exactly(100),
  events: exactly(1_000),
  scenarios: exactly(20),
  requestHeaders: { usual: 20, most: 200 },
  responseHeaders: exactly(10),
  checks: exactly(8),
  customers: exactly(4),
  cardTransactions: { usual: 100, most: 1_000 },
  sandboxCustomers: { usual: 25, most: 1_000 },
  sandboxAccounts: { usual: 25, most: 1_000 },
  sandboxCardAccounts: { usual: 25, most: 1_000 },
  'SandboxCustomer.sandboxAccounts': { usual: 2, most: 1_000 },
  'SandboxCustomer.sandboxCardAccounts': { usual: 2, most: 1_000 },
  balances: { usual: 2, most: 10 },
  lengths: exactly(24),
  agreements: { usual: 2, most: 100 },
  engagements: { usual: 10, most: 1_000 },
  accounts: { usual: 10, most: 1_000 },
  cardAccounts: { usual: 10, most: 1_000 },
  // Of the schema, on the low side: the query of common tools is within the bounds, a heap of them is not.
  types: exactly(100),
  fields: exactly(6),
  inputFields: exactly(4),
  enumValues: exactly(10),
  args: exactly(2),
  directives: exactly(5),
  locations: exactly(3),
  interfaces: exactly(1),
  possibleTypes: exactly(2),
};

const one = exactly(1);

/** How many items the field may answer. */
export function listSize(
  typeName: string,
  { name, type, args }: GraphQLField<unknown, unknown>,
  field: FieldNode,
): ListSize {
  // The page stands at the field that is asked for it.
  if (name === 'edges' || name === 'nodes') return one;
  const whole = isList(type) ? (listSizes[`${typeName}.${name}`] ?? listSizes[name] ?? one) : one;
  const asked = args.filter((argument) => argument.name === 'first' || argument.name === 'last');
  return asked.length === 0 ? whole : partOf(whole, isList(type), asked, field);
}

export const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** What is asked for by number; for a number in a variable, the most that it may be. */
function partOf(
  whole: ListSize,
  list: boolean,
  asked: readonly GraphQLArgument[],
  field: FieldNode,
): ListSize {
  const names = asked.map(({ name }) => name);
  const given = field.arguments?.find(({ name }) => names.includes(name.value));
  if (given?.value.kind === Kind.INT)
    return exactly(Math.max(1, Math.min(Number(given.value.value), list ? whole.most : 1_000)));
  const byDefault = asked.find(({ defaultValue }) => given === undefined && typeof defaultValue === 'number');
  if (byDefault) return exactly(byDefault.defaultValue as number);
  if (list) return whole;
  return exactly(given === undefined ? pageSizeDefault : pageSizeAtMost);
}
