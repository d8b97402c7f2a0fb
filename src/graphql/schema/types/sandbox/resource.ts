import type { InputFieldRef, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import type { View } from '../../../../domain/fields/view.ts';
import type { TppMessage } from '../../../../domain/refusal.ts';
import type { SandboxLinks } from '../../../../domain/sandbox/links.ts';
import type { Operation } from '../../../../operations/operation.ts';
import { countedAtMost, type Page } from '../../../../operations/ports/page.ts';
import type { CreationKey, SentBody } from '../../../../operations/sandbox/ports.ts';
import { noRolePolicy } from '../../../read-policy.ts';
import { builder, type InputFields, type Types } from '../../builder.ts';
import { inputFields, viewFields } from '../../from-schema.ts';
import { connectionOf, connectionOptions, cursorPart, cursorsBy, pageCost } from '../../lists.ts';
import { type PayloadFields, readBody, sandboxMutation } from '../../mutation.ts';
import { sandboxOnly } from '../../variants.ts';
import { links } from '../common.ts';

interface ResourceOptions<Source, Key extends string, Field extends string, Body> {
  readonly view: View<NoInfer<Source>, z.core.$ZodShape>;
  readonly idField: Key;
  readonly payloadField: Field;
  readonly deletionDescription: string;
  /** Other fields of the GraphQL type replace these fields of the view. */
  readonly excludedFields?: readonly string[];
  readonly links: (id: string) => SandboxLinks;
  readonly get: Operation<{ readonly [key in Key]: string }, Source>;
  readonly list: Operation<Page<CreationKey>, readonly (Source & CreatedItem)[]>;
  readonly store: 'customers' | 'accounts' | 'cards';
  readonly create: Operation<
    SentBody<Body>,
    { readonly [field in Field]: NoInfer<Source> } & { readonly tppMessages: readonly TppMessage[] }
  >;
  readonly remove: Operation<{ readonly [key in Key]: string }, null>;
  readonly body: z.ZodObject & z.ZodType<Body>;
  /** Input fields that replace those of `body` with the same names. */
  readonly inputFields?: (t: InputFields) => Record<string, InputFieldRef<Types, unknown>>;
}

export function addSandboxResource<Source extends object, Key extends string, Field extends string, Body>(
  resource: ResourceOptions<Source, Key, Field, Body>,
): ObjectRef<Types, Source>;
// The implementation needs no type parameters.
export function addSandboxResource(
  resource: ResourceOptions<object, string, string, unknown>,
): ObjectRef<Types, object> {
  const { view, idField, payloadField } = resource;
  // `cardAccount` gives `card account`.
  const noun = payloadField.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  const { id: typeName = '', description = '' } = view.schema.meta() ?? {};
  const inputOf = (id: string) => ({ [idField]: id });
  const idOf = (source: object) => String(view.field(source, idField));
  const linksOf = (source: object) => resource.links(idOf(source));
  const type = builder.node(builder.objectRef<object>(typeName), {
    description,
    id: { resolve: idOf },
    loadOne: (id, { call }) => call.find(resource.get, inputOf(id)),
    fields: (t) => ({
      ...viewFields(view, resource.excludedFields)(t),
      links: t.field({ type: links, description: `Links of the ${noun}.`, resolve: linksOf }),
    }),
  });
  builder.queryField(queryNameOf(typeName), (t) =>
    t.field({
      type,
      nullable: true,
      extensions: sandboxOnly,
      description: `The ${noun} with this identifier; RESOURCE_UNKNOWN when it does not exist.`,
      args: { [idField]: t.arg.string({ required: true, description: 'Its identifier.' }) },
      resolve: (_, args, { call }) => call.read(resource.get, inputOf(args[idField] ?? '')),
    }),
  );
  addSandboxList(type, noun, idOf, resource.list, resource.store);
  sandboxMutation({
    name: `create${typeName}`,
    description: `Creates the ${noun} that the input describes.`,
    input: (t) => ({ ...inputFields(resource.body.shape)(t), ...resource.inputFields?.(t) }),
    isRestBody: true,
    payload: { [payloadField]: type },
    act: async (input, write, call) => {
      const result = await write(resource.create, () => readBody(call, resource.body, input));
      const { [payloadField]: newResource = {}, tppMessages } = result;
      return { resource: newResource, tppMessages, links: linksOf(newResource) };
    },
  });
  addDeleteMutation(resource.remove, resource.deletionDescription, [[idField, `The ${noun}.`]]);
  return type;
}

type IdField<Id extends string> = readonly [name: Id, description: string];

/** The first id identifies the resource. The following ids identify its parents. */
export function addDeleteMutation<Id extends string>(
  operation: Operation<Readonly<Record<Id, string>>, null>,
  description: string,
  idFields: readonly [IdField<Id>, ...IdField<Id>[]],
): void {
  const [[resourceIdName]] = idFields;
  sandboxMutation({
    name: operation.name,
    description,
    input: (t) =>
      Object.fromEntries(
        idFields.map(([name, text]) => [name, t.string({ required: true, description: text })]),
      ),
    payload: (t: PayloadFields<string>) => ({
      [resourceIdName]: t.string({
        nullable: true,
        description: 'Identifier of the deleted resource; null when the request was refused.',
        resolve: ({ resource }) => resource,
      }),
    }),
    act: async (input, write) => {
      const ids = input as Readonly<Record<Id, string>>;
      await write(operation, () => ids);
      return { resource: ids[resourceIdName] };
    },
  });
}

interface CreatedItem {
  readonly createdAt: number;
}

export function addSandboxList<Source extends object, Item extends Source & CreatedItem>(
  type: ObjectRef<Types, Source>,
  noun: string,
  idOf: (item: Item) => string,
  list: Operation<Page<CreationKey>, readonly Item[]>,
  store: 'customers' | 'accounts' | 'cards' | 'agreements',
): void {
  const cursors = cursorsBy(
    z.tuple([cursorPart.integer, cursorPart.id]).transform(([createdAt, id]) => ({ createdAt, id })),
    (item: Item) => [item.createdAt, idOf(item)],
  );
  builder.queryField(`${queryNameOf(type.name)}s`, (t) =>
    t.connection(
      {
        type,
        complexity: pageCost,
        extensions: sandboxOnly,
        description: `The ${noun}s of the sandbox, oldest first.`,
        resolve: (_, args, { call }) =>
          connectionOf(
            args,
            cursors,
            (page) => call.read(list, page),
            () =>
              call.readStores(noRolePolicy, ({ stores, caller }) =>
                stores.sandbox[store].count(caller.tppId, countedAtMost + 1),
              ),
          ),
      },
      ...connectionOptions(type.name),
    ),
  );
}

const queryNameOf = (typeName: string): string => typeName.charAt(0).toLowerCase() + typeName.slice(1);
