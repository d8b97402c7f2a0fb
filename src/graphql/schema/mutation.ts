import type { FieldMap, InputFieldMap, InputObjectRef, InputShapeFromFields } from '@pothos/core';
import type { z } from 'zod';
import { parseFieldsWithPauses } from '../../domain/fields/parse.ts';
import { Warnings } from '../../domain/fields/warn.ts';
import {
  type HeaderColumn,
  type HeaderReader,
  requestedFixes,
  warnOfUnknownFixes,
} from '../../domain/headers.ts';
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

type RunWrite = <Input, Outcome>(
  operation: Operation<Input, Outcome>,
  readInput: () => Input | Promise<Input>,
) => Promise<Outcome>;

export interface Mutation<Fields extends InputFieldMap, Resource> {
  readonly name: string;
  readonly description: string;
  readonly input: (t: InputFields) => Fields;
  readonly inputDescription?: string;
  readonly optional?: true;
  /** If present, the input has the field `psu`. */
  readonly headerColumn?: (input: RawInput) => HeaderColumn;
  /** If the input has values of wrong types, the rules of REST also check it. */
  readonly isRestBody?: true;
  /** The field that is the whole body of REST, whose paths then begin with an index. */
  readonly listField?: string;
  /** Finds faults of fields that REST has outside the body. If it finds any, the body is not checked. */
  readonly findRequestFaults?: (input: RawInput, typeFaults: readonly Fault[]) => readonly Fault[];
  /** The resource's field, or all fields except `tppMessages`. */
  readonly payload: Readonly<Record<string, unknown>> | ((t: PayloadFields<Resource>) => FieldMap);
  readonly payloadDescription?: string;
  readonly payloadCost?: ReturnType<typeof listCost>;
  readonly extensions?: object;
  readonly act: (
    input: InputShapeFromFields<Fields>,
    write: RunWrite,
    call: GraphQLCall,
  ) => Promise<Payload<Resource>>;
}

export const emptyInput = {
  inputDescription: 'May be left out. Every mutation has an input.',
  input: (t: InputFields) => ({
    clientMutationId: t.string({ description: "For the client's own use; the bank ignores it." }),
  }),
  optional: true,
} as const;

export function mutation<Fields extends InputFieldMap, Resource>(
  options: Mutation<Fields, Resource>,
): InputObjectRef<Types, InputShapeFromFields<Fields>> {
  const { name, description, optional = false, headerColumn, listField, act } = options;
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
  const run = (
    rawInput: RawInput,
    call: GraphQLCall,
    responseKey: string,
    typeFaults: readonly Fault[] = [],
  ) => {
    const actWith = (readHeaderOrPsu?: HeaderReader) => {
      const write: RunWrite = (operation, readInput) => {
        const readChecked = () => readCheckedInput(options, rawInput, typeFaults, readInput);
        return call.write(operation, responseKey, readChecked, readHeaderOrPsu);
      };
      return act(rawInput as InputShapeFromFields<Fields>, write, call);
    };
    return headerColumn
      ? withPsu(call, rawInput.psu, headerColumn(rawInput), typeFaults, actWith)
      : actWith();
  };
  builder.mutationField(name, (t) =>
    t.field({
      type: payloadType,
      description,
      extensions: {
        ...options.extensions,
        async refuse(wrongInput, typeFaults, call) {
          const faults = listField === undefined ? typeFaults : removeListName(listField, typeFaults);
          // `run` throws the refusal, and stores no outcome under the empty response key. The `return` is only for the type.
          await run(wrongInput, call, '', faults);
          return refuseAll(faults);
        },
        valueOnRefusal: toRefusedPayload,
      } satisfies BodyField,
      args: { input: t.arg({ type: inputType, required: !optional, description: inputDescription }) },
      resolve: async (_, args: { readonly input?: unknown }, { call }, info) => {
        const result = await run((args.input ?? {}) as RawInput, call, String(info.path.key)).then(
          (payload) => withFixWarnings(payload, call),
          toRefusedPayload,
        );
        traceRefusal(result, call);
        return result;
      },
    }),
  );
  return inputType;
}

export const sandboxMutation = <Fields extends InputFieldMap, Resource>(
  options: Mutation<Fields, Resource>,
) => mutation({ ...options, extensions: sandboxOnly });

/** REST adds these warnings to every response with messages. */
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

async function readCheckedInput<Input>(
  { isRestBody, findRequestFaults }: Pick<Mutation<never, never>, 'isRestBody' | 'findRequestFaults'>,
  rawInput: RawInput,
  typeFaults: readonly Fault[],
  readInput: () => Input | Promise<Input>,
): Promise<Input> {
  const faults = findRequestFaults?.(rawInput, typeFaults) ?? [];
  if (faults.length > 0) throw refuseAll(faults);
  if (typeFaults.length === 0) return readInput();
  try {
    if (isRestBody) await readInput();
  } catch (error) {
    const hasBodyFaults = error instanceof Refusal && error.reason === 'FORMAT_ERROR';
    throw hasBodyFaults ? withOtherFaults(error, typeFaults) : error;
  }
  // REST only warns of some faults, such as an unknown field.
  throw refuseAll(typeFaults);
}

/** `ids` are in the path of REST. `rootPath` is the path of a fault that concerns the whole body. */
export async function readBody<Body>(
  { parsed: { workOwner } }: GraphQLCall,
  schema: z.ZodType<Body>,
  body: unknown,
  ids: RawInput = {},
  rootPath = 'input',
): Promise<{ readonly body: Body; readonly warnings: readonly TppMessage[] }> {
  const result = await runYielding(workOwner, parseFieldsWithPauses(schema, body, rootPath));
  const idFaults = Object.entries(ids).flatMap(([path, id]) =>
    typeof id === 'string' ? [] : [{ path, text: id == null ? 'is required' : 'must be a string' }],
  );
  if (!result.ok) throw refuseAll([...idFaults, ...result.faults]);
  return { body: result.value, warnings: result.warnings };
}

/** The status 200 does not show a refusal to the request log. */
function traceRefusal({ tppMessages }: Payload<unknown>, { parsed }: GraphQLCall): void {
  const firstError = tppMessages.find(({ category }) => category === 'ERROR');
  if (firstError) parsed.http.trace.fail({ code: firstError.code, tppMessages });
}

export type PayloadFields<Resource> = PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<Resource>>;

export const linksField = <Resource>(t: PayloadFields<Resource>) =>
  t.expose('links', {
    type: links,
    nullable: true,
    description: 'Links to the possible next steps; scaRedirect when the PSU must log in first.',
  });

const resourceFields = <Resource>(
  { payload, payloadDescription, payloadCost }: Omit<Mutation<InputFieldMap, Resource>, 'act' | 'input'>,
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

function toRefusedPayload(error: unknown): Payload<never> {
  if (!(error instanceof Refusal)) throw error;
  const { tppMessages, extras } = error;
  return { resource: null, tppMessages, links: (extras.links as Links) ?? null };
}
