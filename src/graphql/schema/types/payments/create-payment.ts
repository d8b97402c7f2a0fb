import type { InputObjectRef } from '@pothos/core';
import { mustBeOneOf } from '../../../../domain/fields/parse.ts';
import { creationColumns, type Product } from '../../../../domain/payments/product.ts';
import { products as allProducts } from '../../../../domain/payments/products/list.ts';
import { type Fault, Refusal, withOtherFaults } from '../../../../domain/refusal.ts';
import { checkPayment } from '../../../../operations/payments/check-payment.ts';
import { createPayment } from '../../../../operations/payments/create-payment.ts';
import type { GraphQLCall } from '../../../call.ts';
import type { BodyField, RawInput } from '../../../input-faults.ts';
import { builder, type InputFields, type Types } from '../../builder.ts';
import { inputFields, mergeShapes } from '../../from-schema.ts';
import { mutation, readBody } from '../../mutation.ts';
import { sandboxOnly } from '../../variants.ts';
import { tppMessage } from '../common.ts';
import type { PsuInput } from '../psu.ts';
import { paymentObjectOf, productEnum } from './payment.ts';

type Products = readonly [Product, ...Product[]];

/** The first product is the default. `findRequestFaults` refuses a code that belongs to none of these products. */
const productIn = ([first, ...others]: Products, { product }: RawInput): Product =>
  others.find(({ code }) => code === product) ?? first;

const takesProduct = (products: Products): boolean => products.length > 1;
const takesDuplicates = ([first]: Products): boolean => first.duplicates === 'ALLOWED_ON_REQUEST';

/** Finds faults of `product` and `allowLogicalDuplicate`, which REST has outside the body. */
function findRequestFaults(products: Products, { product }: RawInput, typeFaults: readonly Fault[] = []) {
  const codes = products.map(({ code }) => code);
  const isUnknown = takesProduct(products) && product != null && !codes.some((code) => code === product);
  const productFaults = isUnknown
    ? [{ path: 'product', text: mustBeOneOf(codes) }]
    : typeFaults.filter(({ path }) => path === 'product' && takesProduct(products));
  const duplicateFaults = typeFaults.filter(
    ({ path }) => path === 'allowLogicalDuplicate' && takesDuplicates(products),
  );
  return [...productFaults, ...duplicateFaults];
}

/** Leaves out the fields that REST has outside the body. */
function bodyOf({ psu: _, product: __, allowLogicalDuplicate: ___, ...body }: CreationInput) {
  return body;
}

/** Adds a mutation such as createCrossBorderPayment. One with several products has the input field `product`. */
function addCreationMutation(name: string, products: Products) {
  const [first] = products;
  const inputType = mutation({
    name,
    description: `Creates a payment. ${products.map(({ description }) => description).join(' ')}`,
    inputDescription:
      'The payment: the fields of the REST body, and the values that REST takes in headers and query parameters.',
    input: creationFields(products),
    headerColumn: (input) => creationColumns[productIn(products, input).service],
    isRestBody: true,
    findRequestFaults: (input, typeFaults) => findRequestFaults(products, input, typeFaults),
    payload: { payment: paymentObjectOf(first.graphql.type) },
    act: async (input: CreationInput, write, call) => {
      const product = productIn(products, input);
      const allowLogicalDuplicate = input.allowLogicalDuplicate === true;
      const { payment, ...others } = await write(createPayment, async () => {
        const options = { rootPath: 'body' };
        const { body, warnings } = await readBody(call, product.body, bodyOf(input), options);
        return { product, instruction: body, allowLogicalDuplicate, warnings };
      });
      return { resource: payment, ...others };
    },
  });
  return { name, products, inputType: inputType as InputObjectRef<Types, CreationInput> };
}

interface CreationInput extends Readonly<Record<string, unknown>> {
  readonly psu?: PsuInput | null | undefined;
  readonly product?: string | null | undefined;
  readonly allowLogicalDuplicate?: boolean | null | undefined;
}

const creationFields = (products: Products) => (t: InputFields) => ({
  ...inputFields(mergeShapes(products.map((product) => product.body.shape)))(t),
  ...(takesProduct(products) && {
    product: t.field({
      type: productEnum,
      description: `${products.map(({ code }) => code).join(' or ')}; default ${products[0].code}.`,
    }),
  }),
  ...(takesDuplicates(products) && {
    allowLogicalDuplicate: t.boolean({
      description: 'Set it to true to create a payment that equals a payment of the last 24 hours.',
    }),
  }),
});

function addCheckQuery({ name, products, inputType }: ReturnType<typeof addCreationMutation>): void {
  const check = (input: RawInput, call: GraphQLCall, requestFaults: readonly Fault[]) =>
    call.read(checkPayment, { product: productIn(products, input), requestFaults, body: bodyOf(input) });
  builder.queryField(name.replace(/^create/, 'check'), (t) =>
    t.field({
      type: [tppMessage],
      complexity: { multiplier: 10 },
      description: `Sandbox: checks an input of ${name} without creating a payment. Returns all faults of the fields. If the fields have no faults, returns all faults of dates. If there are no faults at all, returns the warnings. Rules about the PSU, accounts and other payments are checked at the creation only.`,
      extensions: {
        ...sandboxOnly,
        async checkAsRest(wrongInput, typeFaults, call) {
          const requestFaults = findRequestFaults(products, wrongInput, typeFaults);
          const messages = await check(wrongInput, call, requestFaults);
          // REST only warns of some faults, such as an unknown field. Then the request is refused because of its type faults alone.
          if (!messages.some(({ category }) => category === 'ERROR')) return;
          const refusal = new Refusal('FORMAT_ERROR', messages);
          // With request faults, `check` has not checked the body, so the other faults are unknown.
          throw requestFaults.length > 0 ? refusal : withOtherFaults(refusal, typeFaults);
        },
        valueOnRefusal: ({ tppMessages }) => tppMessages,
      } satisfies BodyField & typeof sandboxOnly,
      args: {
        input: t.arg({ type: inputType, required: true, description: 'The payment; it may be incomplete.' }),
      },
      resolve: (_, { input }, { call }) => check(input, call, findRequestFaults(products, input)),
    }),
  );
}

for (const name of new Set(allProducts.map(({ graphql }) => graphql.mutation))) {
  const [first, ...others] = allProducts.filter(({ graphql }) => graphql.mutation === name);
  if (first) addCheckQuery(addCreationMutation(name, [first, ...others]));
}
