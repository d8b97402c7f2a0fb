/** A successful answer of an operation: the schema of its body, and the function that makes the body, which must fit it. */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Held } from '../domain/fields/view.ts';
import type { Product } from '../domain/payments/product.ts';
import { messageOf, Refusal, refuse, type TppMessage } from '../domain/refusal.ts';
import { jsonAnswer } from '../http/messages/message.ts';

/**
 * The schema of an answer's body, with an example in its metadata; null: no body. A function where it follows from
 * the products of the path.
 */
export type AnswerSchema<Schema extends z.ZodType = z.ZodType> =
  | Schema
  | ((products: readonly Product[]) => Schema)
  | null;

export interface Answer<in Outcome> {
  readonly schema: AnswerSchema;
  readonly write: (outcome: Outcome) => unknown;
}

export function answer<Outcome, Schema extends z.ZodType>(
  schema: AnswerSchema<Schema>,
  write: (outcome: Outcome) => Held<z.output<NoInfer<Schema>>>,
): Answer<Outcome> {
  return { schema, write };
}

export const schemaOf = ({ schema }: Pick<Answer<never>, 'schema'>, products: readonly Product[]) =>
  typeof schema === 'function' ? schema(products) : schema;

/** Whether the body has a place for messages to the TPP. */
export function hasMessages(answer: Answer<never>, products: readonly Product[]): boolean {
  const made = schemaOf(answer, products);
  return made instanceof z.ZodObject && 'tppMessages' in made.shape;
}

/** The body with these messages added to its own, if there are any. */
export function withMessages<Body extends object>(
  body: Body & { readonly tppMessages?: readonly TppMessage[] },
  messages: readonly TppMessage[],
): Body & { readonly tppMessages?: readonly TppMessage[] } {
  return messages.length === 0 ? body : { ...body, tppMessages: [...(body.tppMessages ?? []), ...messages] };
}

export const noBody: Answer<unknown> = { schema: null, write: () => undefined };

/** The error body of every REST operation, made from a refusal in one place. */

/** The name of this service in `system`. */
export const systemName = 'psd2-bank';

export type Failure = ReturnType<typeof renderFailure>;

/**
 * Renders what was thrown, under an id that is in the answer and in the log. `known` recognises failures that have a
 * refusal of their own, such as a lost database.
 */
export function renderFailure(error: unknown, known: (error: unknown) => Refusal | null) {
  const refusal = error instanceof Refusal ? error : (known(error) ?? refuse('SYSTEM_ERROR'));
  const id = randomUUID();
  const { extras } = refusal;
  const body = {
    id,
    system: systemName,
    status: refusal.status,
    code: refusal.code,
    message: messageOf(refusal),
    tppMessages: refusal.tppMessages,
    ...(extras.links ? { _links: extras.links } : {}),
  };
  const headers = {
    ...(extras.allow ? { allow: extras.allow.join(', ') } : {}),
    ...(extras.retryAfterSeconds ? { 'retry-after': String(extras.retryAfterSeconds) } : {}),
  };
  return { id, refusal, answer: jsonAnswer(refusal.status, body, headers) };
}
