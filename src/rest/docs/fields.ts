/** The fields of a JSON Schema as rows of a table: name, type, bounds, whether they are required. */
import { isObject } from '../../domain/fields/shared.ts';
import { type Child, type Html, html } from '../../http/messages/html.ts';
import type { Json, OpenApiDocument } from '../openapi/model.ts';

interface Field {
  readonly path: string;
  readonly required: boolean;
  readonly schema: Json;
}

const depthAtMost = 4;

/** Every field of an object; fields of nested objects are named by their path, as in errors. */
export function fieldsOf(document: OpenApiDocument, schema: Json, path = '', depth = 0): readonly Field[] {
  const found = deref(document, schema);
  if (isObject(found.items))
    return depth > depthAtMost ? [] : fieldsOf(document, found.items, `${path}[]`, depth + 1);
  if (!isObject(found.properties) || depth > depthAtMost) return [];
  const required = Array.isArray(found.required) ? found.required : [];
  return Object.entries(found.properties).flatMap(([name, property]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    const field = {
      path: fieldPath,
      required: required.includes(name),
      schema: deref(document, property as Json),
    };
    return name === '_links'
      ? [field]
      : [field, ...fieldsOf(document, property as Json, fieldPath, depth + 1)];
  });
}

/** The schema behind a reference, with keywords beside the reference merged in. */
export function deref(document: OpenApiDocument, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  const { $ref: _, ...beside } = schema;
  return { ...deref(document, document.components.schemas[name] ?? {}), ...beside };
}

export function fieldTable(document: OpenApiDocument, schema: Json): Html | null {
  const fields = fieldsOf(document, schema);
  if (fields.length === 0) return null;
  return table(
    ['Field', 'Type', 'Meaning'],
    fields.map(({ path, required, schema: field }) => [
      html`<code>${path}</code>`,
      html`${typeOf(field)}${mark(required)}`,
      html`${field.deprecated === true && html`<b>Deprecated.</b> `}${prose(field.description)} ${bounds(field)}`,
    ]),
  );
}

export const mark = (required: boolean): Html =>
  required ? html` <span class="must">required</span>` : html``;

export function table(heads: readonly string[], rows: readonly (readonly Child[])[]): Html {
  return html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table>`;
}

/** A description, its text in backticks as code elements. */
export function prose(description: unknown): readonly Child[] {
  const parts = text(description).split('`');
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function typeOf(schema: Json): string {
  const format = typeof schema.format === 'string' ? ` (${schema.format})` : '';
  if (schema.type === 'array') return 'list';
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((one) => typeOf(one as Json)).join(' or ');
  return `${text(schema.type) || 'value'}${format}`;
}

const boundNames = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'pattern',
] as const;

/** The bounds in words; a long list of codes is cut, the document has all of it. */
export function bounds(schema: Json): Html {
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  const shown = values
    .slice(0, values.length > 20 ? 6 : 20)
    .map((value) => html`<code>${String(value)}</code> `);
  const found = boundNames.filter((name) => isBound(schema[name]));
  return html`<span class="dim">${found.map((name) => html`${name} <code>${String(schema[name])}</code> `)}${shown}${
    values.length > 20 && `and ${values.length - 6} more`
  }</span>`;
}

/** False for the bounds of a safe integer, which are not worth showing. */
const isBound = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER);
