/** Which fields of an answer hold a secret, by the schema: whatever alias a document gives them, the log has none of them. */
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { SecretPlaces } from '../../http/request-trace.ts';
import type { Parsed } from './documents.ts';
import { type Fragments, fragmentsOf } from './fragments.ts';

/** The extensions of a field whose value is shown once and kept nowhere. */
export const isSecret = { secret: true } as const;

type Places = Map<string, Places | 'SECRET'>;

export function createSecrets(schema: GraphQLSchema): (parsed: Parsed) => SecretPlaces | null {
  const names = secretNames(schema);
  const known = new WeakMap<OperationDefinitionNode, SecretPlaces>();

  function placesIn({ selections }: SelectionSetNode, type: GraphQLNamedType, fragments: Fragments): Places {
    const places: Places = new Map();
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const field = fields[selection.name.value];
        if (field === undefined) continue;
        const inside = selection.selectionSet
          ? placesIn(selection.selectionSet, getNamedType(field.type), fragments)
          : new Map();
        const key = (selection.alias ?? selection.name).value;
        if (field.extensions.secret === true) places.set(key, 'SECRET');
        else if (inside.size > 0) join(places, new Map([[key, inside]]));
        continue;
      }
      const { selectionSet, typeCondition } =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : (fragments.get(selection.name.value) ?? none);
      const narrowed = typeCondition ? schema.getType(typeCondition.name.value) : type;
      if (selectionSet && narrowed) join(places, placesIn(selectionSet, narrowed, fragments));
    }
    return places;
  }

  return (parsed) => {
    if (parsed === null || !('document' in parsed) || parsed.operation === null) return null;
    // A field is called by its name, so most documents are known by their text to ask for no secret.
    const { text, document, operation } = parsed;
    if (!names.some((name) => text.includes(name))) return null;
    const root = schema.getRootType(operation.operation);
    const places =
      known.get(operation) ??
      new Map([['data', root ? placesIn(operation.selectionSet, root, fragmentsOf(document)) : new Map()]]);
    known.set(operation, places);
    return places;
  };
}

const none = { selectionSet: undefined, typeCondition: undefined };

function secretNames(schema: GraphQLSchema): readonly string[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const fields = types.flatMap((type) => Object.values(type.getFields()));
  return fields.filter(({ extensions }) => extensions.secret === true).map(({ name }) => name);
}

/** A property may be asked for several times, each time with other fields in it. */
function join(into: Places, more: Places): void {
  for (const [key, place] of more) {
    const there = into.get(key);
    if (there instanceof Map && place instanceof Map) join(there, place);
    else into.set(key, there === 'SECRET' ? there : place);
  }
}
