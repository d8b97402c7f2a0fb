/**
 * Compiled execution: a query that comes repeatedly is compiled once, which executes some times faster than the
 * interpreter. Mutations and subscriptions are always interpreted, and a query that ends with an error is run by the
 * interpreter again.
 * The compiler writes source text. Only names and whole numbers of a client may reach that text: a query with other
 * literals is always interpreted, because the compiler has let strings through as code. Clients with variables lose
 * nothing.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { DoorPlugin, GraphQLContext } from '../context.ts';
import type { ParsedDocument } from '../documents/documents.ts';

export interface CompilationLimits {
  /** A query is compiled when it comes for this many-th time. */
  readonly after: number;
  /** Characters of a document; the time to compile grows with it. */
  readonly characters: number;
  /** Compiled queries kept per process. */
  readonly kept: number;
  /** Milliseconds between two compilations, so that they take a small share of the process at worst. */
  readonly apartMs: number;
  /** Called for every query that is compiled. */
  readonly compiled?: (operation: OperationDefinitionNode) => void;
}

export const compilationLimits: CompilationLimits = {
  after: 3,
  characters: 4_096,
  kept: 100,
  apartMs: 1_000,
};

export function useCompiledLists(limits: CompilationLimits = compilationLimits): DoorPlugin {
  const uses = new WeakMap<OperationDefinitionNode, number>();
  const compiled = new LRUCache<OperationDefinitionNode, CompiledQuery>({ max: limits.kept });
  let last = Number.NEGATIVE_INFINITY;

  /** The compiled query, when this use makes it worth compiling; else null. */
  async function tryCompile(
    parsedDocument: ParsedDocument,
    operation: OperationDefinitionNode,
    args: ExecutionArgs,
  ): Promise<CompiledQuery | null> {
    const count = (uses.get(operation) ?? 0) + 1;
    uses.set(operation, count);
    if (count < limits.after || performance.now() - last < limits.apartMs) return null;
    // No second attempt while it is being compiled, or when that fails.
    uses.set(operation, Number.NEGATIVE_INFINITY);
    const newQuery = mayCompile(parsedDocument, limits) ? await compile(args) : null;
    if (newQuery === null) return null;
    uses.set(operation, limits.after);
    compiled.set(operation, newQuery);
    limits.compiled?.(operation);
    return newQuery;
  }

  async function compile({ schema, document, operationName }: ExecutionArgs): Promise<CompiledQuery | null> {
    last = performance.now();
    // Loaded when it is first needed, because it takes a tenth of the memory of a service without GraphQL.
    const { compileQuery, isCompiledQuery } = await import('graphql-jit');
    const jitQuery = compileQuery(schema, document, operationName ?? '');
    last = performance.now();
    return isCompiledQuery(jitQuery) ? jitQuery : null;
  }

  async function executed(parsedDocument: ParsedDocument, args: ExecutionArgs): Promise<ExecutionResult> {
    const { operation } = parsedDocument;
    const query =
      operation?.operation === 'query'
        ? (compiled.get(operation) ?? (await tryCompile(parsedDocument, operation, args)))
        : null;
    return query ? run(query, args) : execute(args);
  }

  return {
    onExecute({ args, setExecuteFn }) {
      const { document } = args.contextValue.exchange.parsed.value;
      if ('document' in document) setExecuteFn((executionArgs) => executed(document, executionArgs));
    },
  };
}

async function run(query: CompiledQuery, args: ExecutionArgs): Promise<ExecutionResult> {
  const { size } = (args.contextValue as GraphQLContext).call;
  size.inOneGo = true;
  try {
    const result = await query.query(args.rootValue, args.contextValue, args.variableValues);
    if (!result.errors?.length) return result;
  } catch {
    // The interpreter reports the error.
  }
  size.inOneGo = false;
  await size.rest();
  // An answer that is too large would be so for the interpreter too, after reading everything again.
  if (size.refusal !== null) return { data: null };
  size.reset();
  return execute(args);
}

/** Kinds of values that reach the compiler's text as names, numbers or not at all. */
const harmless = new Set(['IntValue', 'BooleanValue', 'EnumValue', 'NullValue', 'ListValue', 'ObjectValue']);

/** True when the document is small, has no directive, and says nothing but names and whole numbers. */
export function mayCompile(
  { document, text }: { readonly document: DocumentNode; readonly text: string },
  limits: CompilationLimits = compilationLimits,
): boolean {
  if (text.length > limits.characters) return false;
  let harmful = false;
  visit(document, {
    enter(node) {
      if (node.kind.endsWith('Value') && !harmless.has(node.kind)) harmful = true;
      // The compiler mixes up conditions on fragments.
      if (node.kind === Kind.DIRECTIVE) harmful = true;
      if (node.kind === 'Name' && node.value.startsWith('__') && node.value !== '__typename') harmful = true;
    },
  });
  return !harmful;
}
