/** How yoga is told what the door has read, judged and found. */
import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Refusal } from '../domain/refusal.ts';
import { type InputFaults, inputErrors } from './coercion.ts';
import type { GraphQLContext } from './context.ts';
import type { Documents, ParsedDocument } from './documents.ts';

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
    setResult([...inputErrors(documents.errorsOf(parsed), input)]);
  },
});
