import { GraphQLError } from 'graphql';
import { documentErrorOptions } from '../errors.ts';

export const limits = {
  /** The introspection query of common tools has 15. */
  depth: 20,
  aliases: 50,
  rootFields: 20,
  /** Estimated fields of the response to a query or mutation. */
  cost: 100_000,
  /** Fields that all subscriptions of a TPP in one process may send for one event, if every list has its greatest length. */
  subscriptionFields: 200_000,
  /** Fields of all definitions, with fragments expanded. */
  fields: 10_000,
  /** Inline fragments and spreads of all definitions, with fragments expanded. */
  fragments: 10_000,
  /** The cost of comparing the fields with the same response name. */
  overlaps: 50_000,
  /** Fields that read from the database. Enough for five lists with all their fields. */
  reads: 54,
  /** Reads of one field of the schema, such as Payment.basket. Another list, or other arguments, need another read. */
  readsOfOneField: 10,
  /** Depth of the syntax tree. */
  nesting: 200,
  /** Depth of fragments that spread other fragments. */
  fragmentChain: 30,
  nameCharacters: 200,
  /** Enough for a bulk payment of some hundred entries as literals. */
  tokens: 20_000,
  comments: 1_000,
  /** A document of this length is parsed in some tens of milliseconds. */
  characters: 524_288,
} as const;

export const limitError = (text: string): GraphQLError =>
  new GraphQLError(text, documentErrorOptions('BAD_REQUEST'));
export const validationError = (text: string): GraphQLError =>
  new GraphQLError(text, documentErrorOptions('GRAPHQL_VALIDATION_FAILED'));
