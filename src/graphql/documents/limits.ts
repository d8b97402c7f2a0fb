/** The bounds of a document, and the errors of one that exceeds them. */
import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql';
import { unfit } from '../errors.ts';
import type { Fragments } from './fragments.ts';

export const limits = {
  /** Levels of fields; the introspection query of common tools has 15. */
  depth: 20,
  /** Fields under another name, in an operation. */
  aliases: 50,
  /** Fields at the root. */
  rootFields: 20,
  /** Fields, times the length of their lists. */
  cost: 100_000,
  /**
   * Fields that all subscriptions of a TPP may answer at an event, in one process: the fields of each times the greatest size
   * of their lists.
   */
  subscriptionFields: 200_000,
  /** Fields with fragments expanded, in all definitions: validation walks over them. */
  fields: 10_000,
  /** Pairs of fields with the same response name, which validation compares. */
  overlaps: 50_000,
  /** Reads from the database: enough for five lists with everything below. */
  reads: 52,
  /** Reads of one field with different arguments or positions. */
  sameReads: 10,
  /** Depth of nodes: selections, values and types. */
  nesting: 200,
  /** Depth of fragments. */
  fragmentChain: 30,
  /** Characters of a name. */
  nameCharacters: 200,
  /** Tokens: enough for a bulk payment of some hundred entries as literals. */
  tokens: 20_000,
} as const;

/** A document during its checks. */
export interface DocumentSource {
  readonly document: DocumentNode;
  readonly fragments: Fragments;
  readonly schema: GraphQLSchema;
}

export const tooMuch = (text: string): GraphQLError => new GraphQLError(text, unfit('BAD_REQUEST'));
export const invalid = (text: string): GraphQLError =>
  new GraphQLError(text, unfit('GRAPHQL_VALIDATION_FAILED'));
