import type { FieldMap, InputFieldMap, InputObjectRef, InputShapeFromFields } from '@pothos/core';
import type { z } from 'zod';
import { requestedFixes, warnOfUnknownFixes } from '../../domain/accept-fix.ts';
import { parseFieldsWithPauses } from '../../domain/fields/parse.ts';
import { Warnings } from '../../domain/fields/warn.ts';
import type { HeaderColumn, HeaderReader } from '../../domain/headers.ts';
import type { Links } from '../../domain/payments/links.ts';
import {
  type Fault,
  messagesAtMost,
  Refusal,
  refuseAll,
  type TppMessage,
  withOtherFaults,
} from '../../domain/refusal.ts';
import { runYielding } from '../../fairness/long-work.ts';
import type { Operation } from '../../operations/operation.ts';
import type { GraphQLCall } from '../call.ts';
import type { BodyField, RawInput } from '../input-faults.ts';
import { builder, type InputFields, type Types } from './builder.ts';
import { listCost } from './lists.ts';
import { links, tppMessage } from './types/common.ts';
import { psuField, withPsu } from './types/psu.ts';
import { sandboxOnly } from './variants.ts';

/** Performs the operation. `readInput` is called only after the check of the caller's role. */
type PerformWrite = <Input, Outcome>(
  operation: Operation<Input, Outcome>,
  readInput: () => Input | Promise<Input>,
) => Promise<Outcome>;

export interface MutationOptions<Fields extends InputFieldMap, Resource> {
  readonly name: string;
  readonly description: string;
  readonly input: (t: InputFields) => Fields;
  readonly inputDescription?: string;
  /** The client may leave out the input. */
  readonly isInputOptional?: true;
  /** Says which PSU headers the mutation needs. If present, the input has the field `psu`, which can replace these headers. */
  readonly headerColumn?: (input: RawInput) => HeaderColumn;
  /** true: the rules of REST check the input even if it has values of wrong types, so that the refusal names all faults. */
  readonly isRestBody?: true;
  /** In REST the body is the list in this field, so the path of a fault is `[0].amount`, without the name of the field. */
  readonly listField?: string;
  /** Finds faults of fields that REST has outside the body. If it finds any, the body is not checked. */
  readonly findRequestFaults?: (input: RawInput, typeFaults: readonly Fault[]) => readonly Fault[];
  /** The name and type of the resource's field, or a function that adds all fields except `tppMessages`. */
  readonly payload: Readonly<Record<string, unknown>> | ((t: PayloadFields<Resource>) => FieldMap);
  readonly payloadDescription?: string;
  readonly payloadCost?: ReturnType<typeof listCost>;
  readonly extensions?: object;
  readonly act: (
    input: InputShapeFromFields<Fields>,
    write: PerformWrite,
    call: GraphQLCall,
  ) => Promise<ActResult<Resource>>;
}

export const emptyInput = {
  inputDescription: 'May be left out. Every mutation has an input.',
  input: (t: InputFields) => ({
    clientMutationId: t.string({ description: "For the client's own use; the bank ignores it." }),
  }),
  isInputOptional: true,
} as const;

export function mutation<Fields extends InputFieldMap, Resource>(
  options: MutationOptions<Fields, Resource>,
): InputObjectRef<Types, InputShapeFromFields<Fields>> {
  const { name, description, isInputOptional = false, headerColumn, listField } = options;
  const { inputDescription = `The input of ${name}.` } = options;
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const inputType = builder.inputType(`${typeName}Input`, {
    description: inputDescription,
    fields: (t) => ({
      ...options.input(t),
      ...((headerColumn && { psu: psuField(t) }) as object | undefined),
    }),
  });
  const payloadType = builder.objectRef<Payload<Resource>>(`${typeName}Payload`).implement({
    description: `Result of ${name}, or the reasons why it was refused.`,
    fields: (t) => ({
      ...(typeof options.payload === 'function' ? options.payload(t) : resourceFields(options, t)),
      tppMessages: t.expose('tppMessages', {
        type: [tppMessage],
        complexity: listCost(10, messagesAtMost),
        description: 'Errors when the request was refused; otherwise warnings.',
      }),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: payloadType,
      description,
      extensions: {
        ...options.extensions,
        async checkAsRest(rawInput, allFaults, call) {
          const typeFaults = listField === undefined ? allFaults : removeListName(listField, allFaults);
          // With faults of types, `actOnInput` always throws, so no outcome is stored under this empty response key.
          await actOnInput(options, { rawInput, call, responseKey: '', typeFaults });
        },
        valueOnRefusal: toRefusedPayload,
      } satisfies BodyField,
      args: { input: t.arg({ type: inputType, required: !isInputOptional, description: inputDescription }) },
      resolve: async (_, args: { readonly input?: unknown }, { call }, info) => {
        const rawInput = (args.input ?? {}) as RawInput;
        const request = { rawInput, call, responseKey: String(info.path.key), typeFaults: [] };
        const payload = await actOnInput(options, request).then(
          (result) => withFixWarnings(result, call),
          toRefusedPayload,
        );
        traceRefusal(payload, call);
        return payload;
      },
    }),
  );
  return inputType;
}

interface MutationRequest {
  readonly rawInput: RawInput;
  readonly call: GraphQLCall;
  readonly responseKey: string;
  /** The values of wrong types in `rawInput`. If there are any, the request is refused. */
  readonly typeFaults: readonly Fault[];
}

function actOnInput<Fields extends InputFieldMap, Resource>(
  options: MutationOptions<Fields, Resource>,
  request: MutationRequest,
): Promise<Payload<Resource>> {
  const { rawInput, call, responseKey, typeFaults } = request;
  const { headerColumn } = options;
  const actWith = async (readHeaderOrPsu?: HeaderReader): Promise<Payload<Resource>> => {
    const write: PerformWrite = (operation, readInput) =>
      call.write(operation, responseKey, () => readIfValid(options, request, readInput), readHeaderOrPsu);
    const result = await options.act(rawInput as InputShapeFromFields<Fields>, write, call);
    return { tppMessages: [], links: {}, ...result };
  };
  if (headerColumn === undefined) return actWith();
  return withPsu(call, rawInput.psu, headerColumn(rawInput), typeFaults, actWith);
}

export const sandboxMutation = <Fields extends InputFieldMap, Resource>(
  options: MutationOptions<Fields, Resource>,
) => mutation({ ...options, extensions: sandboxOnly });

/** Adds the warnings about X-Accept-Fix that REST adds to its responses. */
function withFixWarnings<Resource>(payload: Payload<Resource>, call: GraphQLCall): Payload<Resource> {
  const warnings = new Warnings();
  warnOfUnknownFixes(requestedFixes(call.header('x-accept-fix')), warnings);
  const tppMessages = [...payload.tppMessages, ...warnings.messages].slice(0, messagesAtMost);
  return { ...payload, tppMessages };
}

const removeListName = (name: string, faults: readonly Fault[]): readonly Fault[] =>
  faults.map((fault) =>
    fault.path.startsWith(`${name}[`) ? { ...fault, path: fault.path.slice(name.length) } : fault,
  );

async function readIfValid<Input>(
  { isRestBody, findRequestFaults }: Pick<MutationOptions<never, never>, 'isRestBody' | 'findRequestFaults'>,
  { rawInput, typeFaults }: MutationRequest,
  readInput: () => Input | Promise<Input>,
): Promise<Input> {
  const requestFaults = findRequestFaults?.(rawInput, typeFaults) ?? [];
  if (requestFaults.length > 0) throw refuseAll(requestFaults);
  if (typeFaults.length === 0) return readInput();
  try {
    // The result is not used: this call may throw a refusal that names the other faults of the body.
    if (isRestBody) await readInput();
  } catch (error) {
    const hasBodyFaults = error instanceof Refusal && error.reason === 'FORMAT_ERROR';
    throw hasBodyFaults ? withOtherFaults(error, typeFaults) : error;
  }
  // Either the input is no body of REST, or `readInput` did not throw. For example, an unknown field is a fault in GraphQL, but REST only
  // warns of it.
  throw refuseAll(typeFaults);
}

/** Checks `body` by the rules of REST, and the `ids`, which REST has in the URL. A fault of the whole body has the path `rootPath`. */
export async function readBody<Body>(
  { parsed: { workOwner } }: GraphQLCall,
  schema: z.ZodType<Body>,
  body: unknown,
  { ids = {}, rootPath = 'input' }: { readonly ids?: RawInput; readonly rootPath?: string } = {},
): Promise<{ readonly body: Body; readonly warnings: readonly TppMessage[] }> {
  const result = await runYielding(workOwner, parseFieldsWithPauses(schema, body, rootPath));
  const idFaults = Object.entries(ids).flatMap(([path, id]) =>
    typeof id === 'string' ? [] : [{ path, text: id == null ? 'is required' : 'must be a string' }],
  );
  // If only ids are wrong, `readIfValid` refuses them as values of wrong types.
  if (!result.ok) throw refuseAll([...idFaults, ...result.faults]);
  return { body: result.value, warnings: result.warnings };
}

/** The request log needs this, because a refused mutation has the status 200. */
function traceRefusal({ tppMessages }: Payload<unknown>, { parsed }: GraphQLCall): void {
  const firstError = tppMessages.find(({ category }) => category === 'ERROR');
  if (firstError) parsed.http.trace.fail({ code: firstError.code, tppMessages });
}

export type PayloadFields<Resource> = PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<Resource>>;

export const linksField = <Resource>(t: PayloadFields<Resource>) =>
  t.expose('links', {
    type: links,
    nullable: true,
    description:
      'Links to the possible next steps. If the request was refused because the PSU must log in first, scaRedirect is the page for the log-in.',
  });

type PayloadOptions<Resource> = Omit<MutationOptions<InputFieldMap, Resource>, 'act' | 'input'>;

const resourceFields = <Resource>(
  { payload, payloadDescription, payloadCost }: PayloadOptions<Resource>,
  t: PayloadFields<Resource>,
) => ({
  ...Object.fromEntries(
    Object.entries(payload).map(([field, type]) => [
      field,
      t.field({
        type: type as never,
        nullable: true,
        description: payloadDescription ?? 'The result; null when the request was refused.',
        ...(payloadCost && { complexity: payloadCost }),
        resolve: (source) => source.resource as never,
      }),
    ]),
  ),
  psuMessage: t.string({
    nullable: true,
    description: 'Text to show to the PSU, at most 512 characters.',
    resolve: (source) => source.psuMessage ?? null,
  }),
  links: linksField(t),
});

export interface Payload<Resource> {
  readonly resource: Resource | null;
  readonly tppMessages: readonly TppMessage[];
  readonly links: Links | null;
  readonly psuMessage?: string | undefined;
}

/** What `act` returns: a payload that may lack messages and links. */
type ActResult<Resource> = Pick<Payload<Resource>, 'resource'> & Partial<Payload<Resource>>;

function toRefusedPayload(error: unknown): Payload<never> {
  if (!(error instanceof Refusal)) throw error;
  const { tppMessages, extras } = error;
  return { resource: null, tppMessages, links: (extras.links as Links) ?? null };
}
