/** The bounds of a document, and the errors of one that exceeds them. */
import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql';
import { unfit } from '../errors.ts';
import type { Fragments } from './fragments.ts';

export const limits = {
  /** Levels of fields; the introspection query of common tools has 15. */
  depth: 20,
  /** Fields under another name, in an operation. */
  aliases: 50,
  /** Fields beside each other at the top. */
  rootFields: 20,
  /** Fields times the lists that repeat them. */
  cost: 100_000,
  /**
   * Fields that all subscriptions of a TPP may answer at an event, in one process: the fields of each times the greatest size
   * of their lists.
   */
  subscriptionFields: 200_000,
  /** Fields as they stand once fragments are put in, of all definitions together: what validation walks over. */
  fields: 10_000,
  /** Comparisons of fields with one response name: validation compares each pair. */
  overlaps: 50_000,
  /** Reads from the database: as many as five lists with everything under each make. */
  reads: 49,
  /** Reads of one field, with other arguments or at other places. */
  sameReads: 10,
  /** Nodes within each other, of selections, values and types alike. */
  nesting: 200,
  /** Fragments within each other. */
  fragmentChain: 30,
  /** Characters of a name. */
  nameCharacters: 200,
  /** Tokens of a document: enough for a bulk payment of some hundred entries written into it. */
  tokens: 20_000,
} as const;

/** A document that is judged. */
export interface DocumentSource {
  readonly document: DocumentNode;
  readonly fragments: Fragments;
  readonly schema: GraphQLSchema;
}

export const tooMuch = (text: string): GraphQLError => new GraphQLError(text, unfit('BAD_REQUEST'));
export const invalid = (text: string): GraphQLError =>
  new GraphQLError(text, unfit('GRAPHQL_VALIDATION_FAILED'));
