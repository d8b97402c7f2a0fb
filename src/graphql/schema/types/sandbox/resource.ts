/**
 * A sandbox resource in GraphQL, made from its view: its type, the queries for one and for all, and the mutation that
 * creates one.
 */

import type { InputFieldRef, ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { View } from '../../../../domain/fields/view.ts';
import type { TppMessage } from '../../../../domain/refusal.ts';
import type { SandboxLinks } from '../../../../domain/sandbox/links.ts';
import type { Operation } from '../../../../operations/operation.ts';
import { countedAtMost, type Page } from '../../../../operations/ports/page.ts';
import type { CreationKey } from '../../../../operations/sandbox/ports.ts';
import { type Readable, tppData } from '../../../readable.ts';
import type { InputFields, Types } from '../../builder.ts';
import { describeConnection } from '../../connections.ts';
import { page } from '../../costs.ts';
import { mutation } from '../../mutation.ts';
import { connectionOf } from '../../pages.ts';
import type { SchemaParts } from '../../parts.ts';
import { nullIfUnknown } from '../../payload.ts';
import { type RestBody, readBody, rulesOf } from '../../rest-body.ts';
import { type CreatedItem, creationCursors } from './creation-cursors.ts';

interface Made<Body> {
  readonly body: Body;
  readonly warnings: readonly TppMessage[];
}

interface Resource<Source, Key extends string, Field extends string, Body> {
  readonly view: View<NoInfer<Source>, z.core.$ZodShape>;
  /** Name of its id field. */
  readonly key: Key;
  /** Its field in the payload of the mutation that creates it. */
  readonly field: Field;
  readonly words: {
    /** Its name in a sentence, such as "account". */
    readonly noun: string;
    readonly article: string;
    readonly making: string;
    readonly toMake: string;
  };
  /** Fields of the view that the type replaces. */
  readonly without?: readonly string[];
  readonly links: (id: string) => SandboxLinks;
  readonly get: Operation<{ readonly [key in Key]: string }, Source>;
  readonly list: Operation<Page<CreationKey>, readonly (Source & CreatedItem)[]>;
  /** The store that counts them. */
  readonly store: 'customers' | 'accounts' | 'cards';
  readonly create: Operation<
    Made<Body>,
    { readonly [field in Field]: NoInfer<Source> } & { readonly tppMessages: readonly TppMessage[] }
  >;
  readonly body: RestBody<Body>;
  readonly inputFields: (t: InputFields) => Record<string, InputFieldRef<Types, unknown>>;
}

export function sandboxResource<Source extends object, Key extends string, Field extends string, Body>(
  parts: SchemaParts,
  resource: Resource<Source, Key, Field, Body>,
): ObjectRef<Types, Source>;
export function sandboxResource(
  parts: SchemaParts,
  resource: Resource<object, string, string, unknown>,
): ObjectRef<Types, object> {
  const { builder, mapper, common } = parts;
  const { view, key, field, words } = resource;
  const { noun, article } = words;
  const { id: name = '', description = '' } = view.schema.meta() ?? {};
  const nameOf = (id: string) => ({ [key]: id });
  const idOf = (source: object) => String(view.field(source, key));
  const linksOf = (source: object) => ({ self: resource.links(idOf(source)).self });
  const type = builder.node(builder.objectRef<object>(name), {
    description,
    id: { resolve: idOf, description: 'Global id, which `node` takes.' },
    loadOne: (id, { call }) => call.read(resource.get, nameOf(id)).catch(nullIfUnknown),
    fields: (t) => ({
      ...mapper.viewFields(view, resource.without)(t),
      links: t.field({ type: common.links, description: `Links of the ${noun}.`, resolve: linksOf }),
    }),
  });
  const query = name.charAt(0).toLowerCase() + name.slice(1);
  builder.queryField(query, (t) =>
    t.field({
      type,
      nullable: true,
      description: `${article} ${noun} of the sandbox; RESOURCE_UNKNOWN when it does not exist.`,
      args: { [key]: t.arg.string({ required: true, description: 'Its identifier.' }) },
      resolve: (_, args, { call }) => call.read(resource.get, nameOf(args[key] ?? '')),
    }),
  );
  listQuery(parts, resource, { type, idOf, query: `${query}s` });
  mutation(parts, {
    name: `create${name}`,
    description: words.making,
    input: {
      description: words.toMake,
      fields: resource.inputFields,
      argument: `The ${noun}.`,
      rules: rulesOf(resource.body),
    },
    payload: { field, type, description: `The ${noun}; null when it was refused.` },
    act: async (input, write, { owner }) => {
      const result = await write(resource.create, () => readBody(owner, resource.body, input));
      const { [field]: created = {}, tppMessages } = result;
      return { resource: created, tppMessages, links: linksOf(created) };
    },
  });
  return type;
}

interface ListNames {
  readonly type: ObjectRef<Types, object>;
  readonly idOf: (source: object) => string;
  readonly query: string;
}

function listQuery(
  { builder }: SchemaParts,
  { list, store, words: { noun, article }, view }: Resource<object, string, string, unknown>,
  { type, idOf, query }: ListNames,
): void {
  const { id: name = '' } = view.schema.meta() ?? {};
  const cursors = creationCursors(idOf);
  builder.queryField(query, (t) =>
    t.connection(
      {
        type,
        complexity: page,
        description: `The ${noun}s of the sandbox, oldest first.`,
        resolve: (_, args, { call }) =>
          connectionOf(
            args,
            cursors,
            (part) => call.read(list, part),
            () => call.readStores(tppData, (readable) => countOf(readable, store)),
          ),
      },
      describeConnection(`${name}Connection`, `A page of ${noun}s of the sandbox.`, countedAtMost),
      { name: `${name}Edge`, description: `${article} ${noun} and its cursor.` },
    ),
  );
}

const countOf = ({ stores, caller }: Readable, store: 'customers' | 'accounts' | 'cards') =>
  stores.sandbox[store].count(caller.tppId, countedAtMost + 1);
