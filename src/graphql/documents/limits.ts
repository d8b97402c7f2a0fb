/** The limits of a document, and the errors of a document that exceeds them. */
import { GraphQLError } from 'graphql';
import { documentErrorOptions } from '../errors.ts';

export const limits = {
  /** Levels of nested fields. The introspection query of common tools has 15. */
  depth: 20,
  /** Fields with an alias, in an operation. */
  aliases: 50,
  /** Fields at the root. */
  rootFields: 20,
  /** Estimated fields of the response to a query or mutation (cost.ts). */
  cost: 100_000,
  /**
   * Fields that all subscriptions of a TPP may send for one event, in one process. Each list counts with its greatest length.
   */
  subscriptionFields: 200_000,
  /** Fields of all definitions, with fragments expanded. Validation visits each of them. */
  fields: 10_000,
  /** The cost of the pairs of fields with the same response name, which validation compares (size.ts). */
  overlaps: 50_000,
  /** Reads of a query or subscription from the database: enough for five lists with all their fields. */
  reads: 54,
  /** Reads of the same field with different arguments, or in different lists. */
  sameReads: 10,
  /** Depth of the syntax tree: selections, values and types. */
  nesting: 200,
  /** Depth of fragments that spread other fragments. */
  fragmentChain: 30,
  /** Characters of a name. */
  nameCharacters: 200,
  /** Tokens: enough for a bulk payment of some hundred entries as literals. */
  tokens: 20_000,
} as const;

export const limitError = (text: string): GraphQLError =>
  new GraphQLError(text, documentErrorOptions('BAD_REQUEST'));
export const validationError = (text: string): GraphQLError =>
  new GraphQLError(text, documentErrorOptions('GRAPHQL_VALIDATION_FAILED'));
