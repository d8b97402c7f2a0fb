/** How yoga is told what the door has read, judged and found. */
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { type GraphQLParams, isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Refusal } from '../domain/refusal.ts';
import type { KnownFailure } from '../web/door.ts';
import { boundedResult } from './answer-size.ts';
import { type InputFaults, inputErrors } from './coercion.ts';
import type { GraphQLContext, Progress } from './context.ts';
import type { Documents, ParsedDocument } from './documents.ts';
import { maskError } from './errors.ts';

/** What the door has made of the request before yoga sees it. */
interface Verified extends GraphQLContext {
  readonly operationParams: GraphQLParams;
  readonly parsed: ParsedDocument | GraphQLError | null;
  readonly conflict: Refusal | null;
}

export interface Judges {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly rules: InputFaults;
}

/** Hands yoga what the door has read and verified; it never reads a body, parses or validates itself. */
export const verifiedDocument = ({ schema, documents, rules }: Judges): Plugin => ({
  onRequestParse: ({ serverContext, setRequestParser }) => {
    setRequestParser(() => (serverContext as unknown as Verified).operationParams);
  },
  onParse: ({ context, setParsedDocument }) => {
    const { parsed } = context as unknown as Verified;
    if (parsed === null) return;
    if ('document' in parsed) setParsedDocument(parsed.document);
    else throw parsed;
  },
  onValidate: ({ context, setResult }) => {
    const verified = context as unknown as Verified;
    const { parsed, operationParams } = verified;
    if (parsed === null || !('document' in parsed)) return;
    const variables = operationParams.variables ?? {};
    const input = { schema, rules, parsed, variables, context: verified };
    const errors = inputErrors(documents.errorsOf(parsed), input);
    noteCodes(errors, verified.progress);
    setResult([...errors]);
  },
});

function noteCodes(errors: readonly GraphQLError[], { refusals }: Progress): void {
  for (const { extensions } of errors) if (typeof extensions.code === 'string') refusals.add(extensions.code);
}

/** Weighs every answer before it leaves, and notes the codes of its errors for the log. */
export const boundedAnswers = (known: KnownFailure): Plugin => {
  const leave = (result: ExecutionResult, { answer, progress }: GraphQLContext): ExecutionResult => {
    for (const error of result.errors ?? []) {
      const { error: shown, id } = maskError(error, known);
      // A defect has a line of its own.
      if (id === null && typeof shown.extensions.code === 'string')
        progress.refusals.add(shown.extensions.code);
    }
    return boundedResult(result, answer, progress.acted);
  };
  return {
    onExecute: ({ args }) => ({
      onExecuteDone: ({ result, setResult }) => {
        if (!isAsyncIterable(result))
          setResult(leave(result, args.contextValue as unknown as GraphQLContext));
      },
    }),
    onSubscribe: ({ args }) => ({
      onSubscribeResult: () => ({
        onNext: ({ result, setResult }) => {
          if (!isAsyncIterable(result))
            setResult(leave(result, args.contextValue as unknown as GraphQLContext));
        },
      }),
    }),
  };
};
