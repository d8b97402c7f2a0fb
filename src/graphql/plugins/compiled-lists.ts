/**
 * Runs a repeated query in compiled form (graphql-jit), which is several times faster. Mutations and subscriptions are always
 * interpreted, and a query that ends with an error is run again by the interpreter.
 * Only names and whole numbers of a client reach the compiled source text: the compiler has let strings through as code.
 * Documents with other literals are interpreted.
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
  /** Uses of a query before it is compiled. */
  readonly after: number;
  /** Characters of a document; the time to compile grows with it. */
  readonly characters: number;
  /** Compiled queries kept per process. */
  readonly kept: number;
  /** Milliseconds between two compilations, which bounds their share of the process. */
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

  /** The compiled query, or null if it is not used often enough. */
  async function tryCompile(
    parsedDocument: ParsedDocument,
    operation: OperationDefinitionNode,
    args: ExecutionArgs,
  ): Promise<CompiledQuery | null> {
    const count = (uses.get(operation) ?? 0) + 1;
    uses.set(operation, count);
    if (count < limits.after || performance.now() - last < limits.apartMs) return null;
    // Prevents a second attempt while it is compiled or after it failed.
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
    // Loaded at first use, because it takes a tenth of the memory of a service without GraphQL.
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
  // A response that is too large is so for the interpreter too.
  if (size.refusal !== null) return { data: null };
  size.reset();
  return execute(args);
}

/** Kinds of values that reach the compiled text only as names or numbers. */
const harmless = new Set(['IntValue', 'BooleanValue', 'EnumValue', 'NullValue', 'ListValue', 'ObjectValue']);

/** True for a small document without directives whose literals are names and whole numbers. */
export function mayCompile(
  { document, text }: { readonly document: DocumentNode; readonly text: string },
  limits: CompilationLimits = compilationLimits,
): boolean {
  if (text.length > limits.characters) return false;
  let harmful = false;
  visit(document, {
    enter(node) {
      if (node.kind.endsWith('Value') && !harmless.has(node.kind)) harmful = true;
      // graphql-jit handles conditions on fragments wrongly.
      if (node.kind === Kind.DIRECTIVE) harmful = true;
      if (node.kind === 'Name' && node.value.startsWith('__') && node.value !== '__typename') harmful = true;
    },
  });
  return !harmful;
}
