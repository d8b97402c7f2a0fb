import { z } from 'zod';
import type { RecordValue } from '../domain/fields/view.ts';
import type { Product } from '../domain/payments/product.ts';
import { products } from '../domain/payments/products/list.ts';
import type { TppMessage } from '../domain/refusal.ts';

/** A function if the body depends on the products of the path; null: no body. Each schema has an example of the body in its metadata. */
export type AnswerSchema<Schema extends z.ZodType = z.ZodType> =
  | Schema
  | ((products: readonly Product[]) => Schema)
  | null;

export interface RestAnswer<in Outcome> {
  readonly schema: AnswerSchema;
  readonly write: (outcome: Outcome) => unknown;
}

export function defineAnswer<Outcome, Schema extends z.ZodType>(
  schema: AnswerSchema<Schema>,
  write: (outcome: Outcome) => RecordValue<z.output<NoInfer<Schema>>>,
): RestAnswer<Outcome> {
  return { schema, write };
}

export const schemaOf = (
  { schema }: Pick<RestAnswer<never>, 'schema'>,
  productsOfPath: readonly Product[],
) => (typeof schema === 'function' ? schema(productsOfPath) : schema);

export function hasMessagesField(answer: RestAnswer<never>): boolean {
  const schema = schemaOf(answer, products);
  return schema instanceof z.ZodObject && 'tppMessages' in schema.shape;
}

/** A body has no empty list of messages. */
export const messagesField = (tppMessages: readonly TppMessage[]) =>
  tppMessages.length > 0 ? { tppMessages } : {};

export function withMessages<Body extends object>(
  body: Body & { readonly tppMessages?: readonly TppMessage[] },
  messages: readonly TppMessage[],
): Body & { readonly tppMessages?: readonly TppMessage[] } {
  return messages.length === 0 ? body : { ...body, tppMessages: [...(body.tppMessages ?? []), ...messages] };
}
