/**
 * Compiles frequent queries with graphql-jit, which makes them several times faster. graphql-js executes mutations and
 * subscriptions. If a compiled query ends with an error, graphql-js executes the query again.
 * graphql-jit writes JavaScript, and once had a defect by which a string in a document became code. So it gets only documents
 * whose literals are names and whole numbers.
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
import type { DoorPlugin, GraphQLContext } from '../call.ts';
import type { ParsedDocument } from '../documents/documents.ts';

export interface CompilationLimits {
  /** The number of uses after which a query is compiled. */
  readonly minimumUses: number;
  /** The longest document that is compiled. The time to compile grows with the length. */
  readonly charactersAtMost: number;
  /** Compiled queries that a process stores. */
  readonly queriesAtMost: number;
  /** Milliseconds between two compilations, so that they take a small part of the time of the process. */
  readonly pauseMs: number;
  /** Called for every query that was compiled. */
  readonly onCompiled?: (operation: OperationDefinitionNode) => void;
}

export const compilationLimits: CompilationLimits = {
  minimumUses: 3,
  charactersAtMost: 4_096,
  queriesAtMost: 100,
  pauseMs: 1_000,
};

export function useCompiledQueries(limits: CompilationLimits = compilationLimits): DoorPlugin {
  const uses = new WeakMap<OperationDefinitionNode, number>();
  const compiledQueries = new LRUCache<OperationDefinitionNode, CompiledQuery>({ max: limits.queriesAtMost });
  let lastCompilation = Number.NEGATIVE_INFINITY;

  /**
   * Compiles the query. Returns null if the query was not used often enough, may not be compiled, or comes too soon after another
   * compilation.
   */
  async function tryCompile(
    parsedDocument: ParsedDocument,
    operation: OperationDefinitionNode,
    args: ExecutionArgs,
  ): Promise<CompiledQuery | null> {
    const useCount = (uses.get(operation) ?? 0) + 1;
    uses.set(operation, useCount);
    if (useCount < limits.minimumUses || performance.now() - lastCompilation < limits.pauseMs) return null;
    // Prevents another attempt during this compilation, and after a failure.
    uses.set(operation, Number.NEGATIVE_INFINITY);
    const newQuery = mayCompile(parsedDocument, limits) ? await compile(args) : null;
    if (newQuery === null) return null;
    // Allows another compilation after the cache has dropped the compiled query.
    uses.set(operation, limits.minimumUses);
    compiledQueries.set(operation, newQuery);
    limits.onCompiled?.(operation);
    return newQuery;
  }

  async function compile({ schema, document, operationName }: ExecutionArgs): Promise<CompiledQuery | null> {
    // Prevents another compilation during the import.
    lastCompilation = performance.now();
    // Imported at the first use, so that a service without GraphQL requests saves a tenth of its memory.
    const { compileQuery, isCompiledQuery } = await import('graphql-jit');
    const compilation = compileQuery(schema, document, operationName ?? '');
    // The pause begins at the end of the compilation.
    lastCompilation = performance.now();
    return isCompiledQuery(compilation) ? compilation : null;
  }

  return {
    onExecute({ args, setExecuteFn }) {
      const { document } = args.contextValue.exchange.parsed.value;
      setExecuteFn(async (executionArgs: ExecutionArgs) => {
        if (document?.operation?.operation !== 'query') return execute(executionArgs);
        const query =
          compiledQueries.get(document.operation) ??
          (await tryCompile(document, document.operation, executionArgs));
        return query ? runCompiled(query, executionArgs) : execute(executionArgs);
      });
    },
  };
}

async function runCompiled(query: CompiledQuery, args: ExecutionArgs): Promise<ExecutionResult> {
  const { responseLimit } = (args.contextValue as GraphQLContext).call.parsed;
  // A compiled query cannot resolve a list in parts.
  responseLimit.needsWholeLists = true;
  try {
    const result = await query.query(args.rootValue, args.contextValue, args.variableValues);
    if (!result.errors?.length) return result;
  } catch {
    // graphql-js executes the query again below, and reports the error.
  }
  responseLimit.needsWholeLists = false;
  // Waits for the reads of the compiled query that still run.
  await responseLimit.close();
  // graphql-js would also make a response that is too large. `limitResult` replaces this result by the refusal.
  if (responseLimit.refusal !== null) return { data: null };
  responseLimit.reset();
  return execute(args);
}

/** Literals that are not names or whole numbers. Also directives, because graphql-jit handles directives on fragments wrongly. */
const unsafeKinds: ReadonlySet<string> = new Set([Kind.STRING, Kind.FLOAT, Kind.DIRECTIVE]);

/** True for a small document without directives and introspection whose literals are names and whole numbers. */
export function mayCompile(
  { document, text }: { readonly document: DocumentNode; readonly text: string },
  limits: CompilationLimits = compilationLimits,
): boolean {
  if (text.length > limits.charactersAtMost) return false;
  let isSafe = true;
  visit(document, {
    enter(node) {
      if (unsafeKinds.has(node.kind)) isSafe = false;
      // Excludes introspection, and the alias __proto__, which would name the prototype of the result.
      if (node.kind === Kind.NAME && node.value.startsWith('__') && node.value !== '__typename')
        isSafe = false;
    },
  });
  return isSafe;
}
