/** A plugin of Pothos for fields that only sandboxes have. It also keeps the order of enum values. */
import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';

export interface Variant {
  readonly sandbox: boolean;
}

declare global {
  export namespace PothosSchemaTypes {
    interface BuildSchemaOptions<Types extends SchemaTypes> extends Variant {}
    interface Plugins<Types extends SchemaTypes> {
      variants: VariantsPlugin<Types>;
    }
  }
}

/** Extensions of a field that exists only in a sandbox. */
export const sandboxOnly = { sandboxOnly: true };

class VariantsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** Pothos sorts the schema, but faults list the codes of an enum in the order of REST. */
  override onTypeConfig(type: PothosTypeConfig) {
    if (type.kind !== 'Enum') return type;
    return { ...type, extensions: { ...type.extensions, codes: Object.keys(type.values) } };
  }

  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    return field.extensions?.sandboxOnly && !this.options.sandbox ? null : field;
  }
}

SchemaBuilder.registerPlugin('variants', VariantsPlugin);
