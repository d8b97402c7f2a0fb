/**
 * The inputs of the sandbox's mutations: the schema of the REST body, and how a GraphQL input becomes that body. The
 * resolvers use this table, and so does the check of inputs that GraphQL's own types refuse.
 */
import type { z } from 'zod';
import { parseFields, readFields } from '../../domain/fields/parse.ts';
import { isObject } from '../../domain/fields/shared.ts';
import { type Fault, refuseAll, type TppMessage } from '../../domain/refusal.ts';
import { accountBody } from '../../domain/sandbox/account.ts';
import { cardAccountBody, cardBalancesBody } from '../../domain/sandbox/card-account.ts';
import { cardTransactionList } from '../../domain/sandbox/card-transaction.ts';
import { customerBody } from '../../domain/sandbox/customer.ts';
import { type Owner, runYielding } from '../../fairness/long-work.ts';
import type { InputFaults } from './coercion.ts';

type RawInput = Readonly<Record<string, unknown>>;

export interface SandboxInput<Body> {
  readonly schema: z.ZodType<Body>;
  readonly body: (input: RawInput) => unknown;
  /** The path of a fault that lies in no field. */
  readonly root: string;
  /** Whether the input names the resource, as the path does in REST. */
  readonly named: boolean;
}

const flat = <Body>(schema: z.ZodType<Body>): SandboxInput<Body> => ({
  schema,
  body: (input) => input,
  root: 'input',
  named: false,
});

export const customerInput = flat(customerBody);
export const accountInput = flat(accountBody);
export const cardAccountInput = flat(cardAccountBody);
export const cardTransactionsInput: SandboxInput<z.infer<typeof cardTransactionList>> = {
  schema: cardTransactionList,
  body: ({ transactions }) => (Array.isArray(transactions) ? transactions.map(inRestWords) : transactions),
  root: 'transactions',
  named: true,
};
export const balancesInput: SandboxInput<z.infer<typeof cardBalancesBody>> = {
  ...flat(cardBalancesBody),
  body: ({ balances }) => ({ balances }),
  named: true,
};

/** `invoiced` is a Boolean here and a text in REST. */
function inRestWords(item: unknown): unknown {
  return isObject(item) && typeof item.invoiced === 'boolean'
    ? { ...item, invoiced: String(item.invoiced) }
    : item;
}

/** The body that an input stands for, or a refusal with every fault. */
export async function readInput<Body>(
  owner: Owner,
  { schema, body, root }: SandboxInput<Body>,
  input: RawInput,
): Promise<{ readonly body: Body; readonly warnings: readonly TppMessage[] }> {
  const parsed = await runYielding(owner, readFields(schema, body(input), root));
  if (!parsed.ok) throw refuseAll(parsed.faults);
  return { body: parsed.value, warnings: parsed.warnings };
}

function faultsOf<Body>({ schema, body, root, named }: SandboxInput<Body>) {
  return (input: RawInput): readonly Fault[] => {
    const parsed = parseFields(schema, body(input), root);
    const { resourceId } = input;
    const name: readonly Fault[] =
      !named || typeof resourceId === 'string'
        ? []
        : [{ path: 'resourceId', text: resourceId == null ? 'is required' : 'must be a string' }];
    return parsed.ok ? name : [...name, ...parsed.faults];
  };
}

export const sandboxInputFaults: InputFaults = new Map([
  ['createSandboxCustomer', faultsOf(customerInput)],
  ['createSandboxAccount', faultsOf(accountInput)],
  ['createSandboxCardAccount', faultsOf(cardAccountInput)],
  ['createSandboxCardTransactions', faultsOf(cardTransactionsInput)],
  ['setSandboxBalances', faultsOf(balancesInput)],
]);
