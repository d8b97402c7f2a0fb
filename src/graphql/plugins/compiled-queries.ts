/** Compiles frequent queries. Those with strings or floats are only interpreted, because graphql-jit writes these into its code. */
import {
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

export const compilationLimits = {
  minimumUses: 3,
  /** The time to compile grows with the length. */
  charactersAtMost: 4_096,
  queriesAtMost: 100,
  /** The pause between two compilations. */
  pauseMs: 1_000,
};
export interface CompilationLimits extends Readonly<typeof compilationLimits> {
  readonly onCompiled?: (operation: OperationDefinitionNode) => void;
}

export function useCompiledQueries(limits: CompilationLimits = compilationLimits): DoorPlugin {
  /** The number of uses of each query while it is not compiled. */
  const uses = new WeakMap<OperationDefinitionNode, number>();
  /** Queries that are being compiled, or cannot be compiled. */
  const excludedQueries = new WeakSet<OperationDefinitionNode>();
  const compiledQueries = new LRUCache<OperationDefinitionNode, CompiledQuery>({ max: limits.queriesAtMost });
  let lastCompilation = Number.NEGATIVE_INFINITY;

  async function tryCompile(document: ParsedDocument, args: ExecutionArgs): Promise<CompiledQuery | null> {
    const { operation } = document;
    const useCount = (uses.get(operation) ?? 0) + 1;
    uses.set(operation, useCount);
    const isPause = performance.now() - lastCompilation < limits.pauseMs;
    if (isPause || useCount < limits.minimumUses || excludedQueries.has(operation)) return null;
    excludedQueries.add(operation);
    const newQuery = mayCompile(document, limits) ? await compile(args) : null;
    if (newQuery === null) return null;
    compiledQueries.set(operation, newQuery);
    // The cache may drop the compiled query, and then the service may compile it again.
    excludedQueries.delete(operation);
    limits.onCompiled?.(operation);
    return newQuery;
  }

  async function compile({ schema, document, operationName }: ExecutionArgs): Promise<CompiledQuery | null> {
    // Prevents another compilation during the import.
    lastCompilation = performance.now();
    // The late import saves a service without GraphQL requests a tenth of its memory.
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
        if (document?.operation.operation !== 'query') return execute(executionArgs);
        const query = compiledQueries.get(document.operation) ?? (await tryCompile(document, executionArgs));
        return query ? runCompiled(query, executionArgs) : execute(executionArgs);
      });
    },
  };
}

async function runCompiled(query: CompiledQuery, args: ExecutionArgs): Promise<ExecutionResult> {
  const { responseLimit } = (args.contextValue as GraphQLContext).call.parsed;
  responseLimit.needsWholeLists = true;
  try {
    const result = await query.query(args.rootValue, args.contextValue, args.variableValues);
    if (!result.errors?.length) return result;
  } catch {
    // After an exception or a result with errors, graphql-js executes the query again below, and reports the errors.
  }
  responseLimit.needsWholeLists = false;
  await responseLimit.finishReads();
  // `limitResult` replaces this result by the refusal.
  if (responseLimit.refusal !== null) return { data: null };
  responseLimit.reset();
  return execute(args);
}

/** Directives are unsafe, because graphql-jit handles those on fragments wrongly. */
const unsafeKinds: ReadonlySet<string> = new Set([Kind.STRING, Kind.FLOAT, Kind.DIRECTIVE]);

export function mayCompile(
  { document, text }: Pick<ParsedDocument, 'document' | 'text'>,
  limits: CompilationLimits = compilationLimits,
): boolean {
  if (text.length > limits.charactersAtMost) return false;
  let isSafe = true;
  visit(document, {
    enter(node) {
      if (unsafeKinds.has(node.kind)) isSafe = false;
      // The name belongs to introspection, or is the alias __proto__, which would name the prototype of the result.
      if (node.kind === Kind.NAME && node.value.startsWith('__') && node.value !== '__typename')
        isSafe = false;
    },
  });
  return isSafe;
}
