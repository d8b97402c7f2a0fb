/** The largest document of a schema: under some fields of Query every field of every type once. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { createDocuments } from '../../src/graphql/documents/documents.ts';
import { totalOf } from '../../src/graphql/documents/reads.ts';

type Field = GraphQLField<unknown, unknown>;

/** Values for arguments that a field requires. */
const needed: Readonly<Record<string, string>> = { bookingStatus: 'both' };

/** `again`: types that are selected with all their fields at each place, not only at the first. */
export function everythingUnder(
  schema: GraphQLSchema,
  name: string,
  options: { readonly args?: string; readonly alias?: string; readonly again?: number } = {},
): string {
  const field = schema.getQueryType()?.getFields()[name];
  if (field === undefined) throw new Error(`Query has no field ${name}`);
  const met = new Map<GraphQLNamedType, number>();
  let aliases = 0;

  function selectionOf(type: GraphQLNamedType): string {
    if (isLeafType(type)) return '';
    const times = met.get(type) ?? 0;
    const atMost = type.name === 'Payment' || type.name === 'SigningBasket' ? (options.again ?? 1) : 1;
    met.set(type, times + 1);
    if (times >= atMost) return ' { __typename }';
    if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${type.name} has no fields`);
    // Shared fields come once, next to the further fields of each type.
    const common = Object.values(type.getFields());
    const own = isAbstractType(type) ? ownFields(schema, type.name, common) : [];
    const texts = common.map((one) => fieldText(one));
    return ` { __typename ${texts.join(' ')} ${own.map(([on, fields]) => `... on ${on} { ${fields.join(' ')} }`).join(' ')} }`;
  }

  function ownFields(of: GraphQLSchema, abstract: string, common: readonly Field[]) {
    const names = new Set(common.map((one) => one.name));
    const shapes = new Map<string, string>();
    const type = of.getType(abstract);
    if (!isAbstractType(type)) throw new Error(`${abstract} is not abstract`);
    return of.getPossibleTypes(type).map((one): [string, string[]] => [
      one.name,
      Object.values(one.getFields())
        .filter((field_) => !names.has(field_.name))
        .map((field_) => {
          // Fields of one name with different types cannot be selected together.
          const shape = String(field_.type);
          const known = shapes.get(field_.name) ?? shape;
          shapes.set(field_.name, known);
          return fieldText(field_, known !== shape);
        }),
    ]);
  }

  function fieldText({ name: called, args, type }: Field, renamed = false): string {
    const given = args.flatMap((one) => (needed[one.name] ? [`${one.name}: ${needed[one.name]}`] : []));
    if (renamed) aliases += 1;
    const alias = renamed ? `${options.alias ?? 'a'}${aliases}: ` : '';
    return `${alias}${called}${given.length > 0 ? `(${given.join(', ')})` : ''}${selectionOf(getNamedType(type))}`;
  }

  return `${name}${options.args ?? ''}${selectionOf(getNamedType(field.type))}`;
}

/** The five lists of Query with the most reads under them. */
export function dearestLists(schema: GraphQLSchema): readonly string[] {
  const documents = createDocuments(schema, { revealsSchema: true });
  const readsOf = (name: string): number => {
    const read = documents.parse(`{ ${everythingUnder(schema, name)} }`, null);
    if (read instanceof Error) throw read;
    return totalOf(read.reads);
  };
  return Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ type }) => isListType(getNullableType(type)) || getNamedType(type).name.endsWith('Connection'))
    .map(({ name }) => ({ name, reads: readsOf(name) }))
    .sort((one, other) => other.reads - one.reads)
    .slice(0, 5)
    .map(({ name }) => name);
}
