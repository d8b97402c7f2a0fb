/**
 * A response must have its required part; other odd fields are dropped and counted. So a bank that has acted is not called
 * again forever.
 */
import { z } from 'zod';
import { readBody } from '../remote-calls/reading.ts';

export interface BodyShape<
  Needed extends z.ZodType = z.ZodType,
  Extra extends z.ZodRawShape = z.ZodRawShape,
> {
  /** null: the body may be anything. */
  readonly needed: Needed | null;
  readonly extra: Extra;
}

export const shape = <Needed extends z.ZodType, Extra extends z.ZodRawShape>(
  schema: Needed | null,
  extra: Extra,
): BodyShape<Needed, Extra> => ({ needed: schema, extra });

export type ShapeOutput<Of> =
  Of extends BodyShape<infer Needed, infer Extra>
    ? z.output<Needed> & { readonly [Field in keyof Extra]?: z.output<Extra[Field]> }
    : never;

export type ShapeReading =
  | { readonly fits: true; readonly body: object; readonly ignoredFields: readonly string[] }
  | { readonly fits: false; readonly why: string };

/** `json`: undefined for an empty body, null for one that is not JSON. */
export function readShape(
  { needed, extra }: BodyShape,
  json: { readonly value: unknown } | null,
): ShapeReading {
  if (json === null)
    return needed === null
      ? { fits: true, body: {}, ignoredFields: ['body'] }
      : { fits: false, why: 'no JSON' };
  const reading = readBody<unknown>(needed ?? z.unknown(), json.value);
  if (!reading.fits) return reading;
  const fields = typeof json.value === 'object' && json.value !== null ? json.value : {};
  const body: Record<string, unknown> = needed === null ? {} : { ...(reading.body as object) };
  const ignoredFields: string[] = [];
  for (const [field, schema] of Object.entries(extra)) {
    const value: unknown = Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : null;
    if (value === null) continue;
    const one = readBody<unknown>(schema as z.ZodType, value);
    if (one.fits) body[field] = one.body;
    else ignoredFields.push(field);
  }
  return { fits: true, body, ignoredFields };
}
