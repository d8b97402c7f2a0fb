/** A plugin of Pothos for fields and enum values that only some services have. It also keeps the order of enum values. */
import SchemaBuilder, {
  BasePlugin,
  type PothosEnumValueConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';

export interface Variant {
  readonly sandbox: boolean;
  readonly identityProvider?: boolean;
}

declare global {
  export namespace PothosSchemaTypes {
    interface BuildSchemaOptions<Types extends SchemaTypes> extends Variant {}
    interface Plugins<Types extends SchemaTypes> {
      variants: VariantsPlugin<Types>;
    }
  }
}

/** Extensions of a field or value that exists only in services with this part. */
export const onlyWith = (part: keyof Variant) => ({ onlyWith: part });
export const sandboxOnly = onlyWith('sandbox');

class VariantsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** Pothos sorts the schema, but faults list the codes of an enum in the order of REST. */
  override onTypeConfig(type: PothosTypeConfig) {
    if (type.kind !== 'Enum') return type;
    return { ...type, extensions: { ...type.extensions, codes: Object.keys(type.values ?? {}) } };
  }

  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    return this.#isPresent(field) ? field : null;
  }

  override onEnumValueConfig(value: PothosEnumValueConfig<Types>) {
    return this.#isPresent(value) ? value : null;
  }

  #isPresent({ extensions }: { readonly extensions?: object | null | undefined }): boolean {
    const { onlyWith: part } = (extensions ?? {}) as { readonly onlyWith?: keyof Variant };
    return part === undefined || this.options[part] === true;
  }
}

SchemaBuilder.registerPlugin('variants', VariantsPlugin);
