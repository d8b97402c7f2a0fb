/** The mutations that create payments: inputs are the REST bodies, flat, made from the products. */
import { parseFields, readFields } from '../../../../domain/fields/parse.ts';
import { isObject } from '../../../../domain/fields/shared.ts';
import type { Product } from '../../../../domain/payments/product.ts';
import { type Fault, refuseAll } from '../../../../domain/refusal.ts';
import { runYielding } from '../../../../fairness/long-work.ts';
import { createPayment } from '../../../../operations/payments/create-payment.ts';
import type { PaymentRecord } from '../../../../operations/ports/stores.ts';
import type { GraphQLCall } from '../../../call.ts';
import type { InputFields } from '../../builder.ts';
import { mutation, type Write } from '../../mutation.ts';
import type { SchemaParts } from '../../parts.ts';
import type { Payload } from '../../payload.ts';
import { mergeShapes } from '../../shapes.ts';
import { inWordsOfInput, type PsuInput, psuFaults, requirePsu } from '../psu.ts';

/** One mutation per name that the products give. */
export function createPaymentMutations(parts: SchemaParts): void {
  for (const name of new Set(parts.products.map((product) => product.graphql.mutation))) {
    const products = parts.products.filter((product) => product.graphql.mutation === name);
    const [first] = products;
    if (first) creation({ ...parts, products }, name, first);
  }
}

function creation(parts: SchemaParts, name: string, first: Product): void {
  const { products, payments } = parts;
  mutation(parts, {
    name,
    description: `Creates a payment. ${products.map(({ description }) => description).join(' ')}`,
    input: {
      description: `Input of ${name}: the fields of the body that REST takes, and beside them what REST takes in headers and in the query.`,
      fields: inputFields(parts, first),
      argument: 'The payment.',
      rules: (input, call) =>
        faultsOf(products.find(({ code }) => code === input.product) ?? first, input, call),
    },
    payload: {
      field: 'payment',
      type: payments.objects.get(first.graphql.type),
      description: 'The payment; null when it was refused.',
    },
    act: (input, write, call) => create(products, first, input, write, call),
  });
}

/** The faults of an input as it was sent: headers answer before the body does. */
function faultsOf(
  product: Product,
  input: Readonly<Record<string, unknown>>,
  call: GraphQLCall,
): readonly Fault[] {
  const ofHeaders = psuFaults(call, textsOf(input.psu), product.headers);
  if (ofHeaders.length > 0) return ofHeaders;
  const parsed = parseFields(product.body, input, 'input');
  return parsed.ok ? [] : parsed.faults;
}

/** The fields of a raw `psu` that are texts; types refuse the others. */
function textsOf(psu: unknown): PsuInput | null {
  if (psu == null) return null;
  const fields = isObject(psu) ? Object.entries(psu) : [];
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

interface CreationInput extends Readonly<Record<string, unknown>> {
  readonly psu?: PsuInput | null | undefined;
  readonly product?: string | null | undefined;
  readonly allowLogicalDuplicate?: boolean | null | undefined;
}

async function create(
  products: readonly Product[],
  first: Product,
  input: CreationInput,
  write: Write,
  call: GraphQLCall,
): Promise<Payload<PaymentRecord>> {
  const { psu, product: code, allowLogicalDuplicate, ...body } = input;
  const product = products.find((one) => one.code === code) ?? first;
  const headers = requirePsu(call, psu, product.headers);
  const prepare = async () => {
    const parsed = await runYielding(call.owner, readFields(product.body, body));
    if (!parsed.ok) throw refuseAll(parsed.faults);
    return {
      product,
      instruction: parsed.value,
      allowLogicalDuplicate: allowLogicalDuplicate === true,
      warnings: parsed.warnings,
    };
  };
  const made = await inWordsOfInput(call, psu, () => write(createPayment, prepare, headers));
  return {
    resource: made.payment,
    tppMessages: made.tppMessages,
    links: made.links,
    psuMessage: made.psuMessage,
  };
}

const inputFields =
  ({ mapper, products, payments, psu }: SchemaParts, first: Product) =>
  (t: InputFields) => ({
    ...mapper.inputFields(mergeShapes(products.map((product) => product.body.shape)))(t),
    ...(products.length > 1
      ? {
          product: t.field({
            type: payments.productEnum,
            description: `Which of ${products.map(({ code }) => code).join(' and ')}; ${first.code} when absent.`,
          }),
        }
      : {}),
    ...(first.duplicates === 'QUERY'
      ? {
          allowLogicalDuplicate: t.boolean({
            description: 'Whether a payment like one of the last 24 hours is meant.',
          }),
        }
      : {}),
    psu: t.field({ type: psu, description: 'The PSU, where headers do not name them.' }),
  });
