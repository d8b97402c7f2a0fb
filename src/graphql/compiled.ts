/**
 * Compiled execution: a costly query that keeps coming is turned into code once, which walks its answer some times
 * faster than the interpreter. The interpreter stays the authority: mutations and subscriptions never leave it, and
 * whatever the compiled query answers with an error is asked of the interpreter again.
 *
 * The compiler writes source text. Nothing of a client may reach that text but names and whole numbers: with other
 * literals (it has let strings through as code) a query is interpreted for ever. Clients with variables lose nothing.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { GraphQLContext } from './context.ts';
import type { ParsedDocument } from './documents.ts';

export interface CompilationLimits {
  /** A query is compiled when it comes for this many-th time. */
  readonly after: number;
  /** Characters of a document; the time to compile grows with it. */
  readonly characters: number;
  /** Compiled queries kept per process. */
  readonly kept: number;
  /** Milliseconds between two compilations, so that they take a small share of the process at worst. */
  readonly apartMs: number;
  /** Told of every query that is compiled. */
  readonly compiled?: (operation: OperationDefinitionNode) => void;
}

export const compilationLimits: CompilationLimits = {
  after: 3,
  characters: 4_096,
  kept: 100,
  apartMs: 1_000,
};

/** Runs a query compiled once it pays, and everything else by the interpreter. */
export function compiledExecution(
  limits: CompilationLimits = compilationLimits,
): (parsed: ParsedDocument, args: ExecutionArgs) => Promise<ExecutionResult> {
  const uses = new WeakMap<OperationDefinitionNode, number>();
  const compiled = new LRUCache<OperationDefinitionNode, CompiledQuery>({ max: limits.kept });
  let last = Number.NEGATIVE_INFINITY;

  function find(
    parsed: ParsedDocument,
    operation: OperationDefinitionNode,
    args: ExecutionArgs,
  ): CompiledQuery | null {
    const found = compiled.get(operation);
    if (found) return found;
    const count = (uses.get(operation) ?? 0) + 1;
    uses.set(operation, count);
    if (count < limits.after || performance.now() - last < limits.apartMs) return null;
    const made = mayCompile(parsed, limits) ? compile(args) : null;
    if (made === null) {
      uses.set(operation, Number.NEGATIVE_INFINITY);
      return null;
    }
    compiled.set(operation, made);
    limits.compiled?.(operation);
    return made;
  }

  function compile({ schema, document, operationName }: ExecutionArgs): CompiledQuery | null {
    const made = compileQuery(schema, document, operationName ?? '');
    last = performance.now();
    return isCompiledQuery(made) ? made : null;
  }

  return async (parsed, args) => {
    const { operation } = parsed;
    const query = operation?.operation === 'query' ? find(parsed, operation, args) : null;
    return query ? run(query, args) : execute(args);
  };
}

async function run(query: CompiledQuery, args: ExecutionArgs): Promise<ExecutionResult> {
  const { answer } = args.contextValue as GraphQLContext;
  answer.inOneGo = true;
  try {
    const result = await query.query(args.rootValue, args.contextValue, args.variableValues);
    if (!result.errors?.length) return result;
  } catch {
    // The interpreter says what is wrong.
  }
  answer.inOneGo = false;
  answer.reset();
  return execute(args);
}

/** Kinds of the document that reach the compiler's text as names, numbers or nothing. */
const harmless = new Set(['IntValue', 'BooleanValue', 'EnumValue', 'NullValue', 'ListValue', 'ObjectValue']);

/** True when the document is small and says nothing but names and whole numbers. */
export function mayCompile(
  { document, text }: { readonly document: DocumentNode; readonly text: string },
  limits: CompilationLimits = compilationLimits,
): boolean {
  if (text.length > limits.characters) return false;
  let harmful = false;
  visit(document, {
    enter(node) {
      if (node.kind.endsWith('Value') && !harmless.has(node.kind)) harmful = true;
      if (node.kind === 'Name' && node.value.startsWith('__') && node.value !== '__typename') harmful = true;
    },
  });
  return !harmful;
}
