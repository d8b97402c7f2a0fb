/** A malformed optional field is ignored, because a refusal would make the TPP retry forever after a success. */
import { z } from 'zod';
import { readBody } from '../remote-calls/reading.ts';

export interface BodyShape {
  /** null: nothing is required of the body. */
  readonly required: z.ZodType | null;
  readonly optional: z.ZodRawShape;
}

export type ShapeOutput<Shape extends BodyShape> = z.output<NonNullable<Shape['required']>> & {
  readonly [Field in keyof Shape['optional']]?: z.output<Shape['optional'][Field]>;
};

export type ShapeReading =
  | { readonly fits: true; readonly body: object; readonly ignoredFields: readonly string[] }
  | { readonly fits: false; readonly why: string };

/** `json` is null if the body is not JSON. `json.value` is undefined if the body is empty. */
export function readShape(
  { required, optional }: BodyShape,
  json: { readonly value: unknown } | null,
): ShapeReading {
  if (json === null)
    return required === null
      ? { fits: true, body: {}, ignoredFields: ['body'] }
      : { fits: false, why: 'no JSON' };
  const reading = readBody<unknown>(required ?? z.unknown(), json.value);
  if (!reading.fits) return reading;
  const fields = typeof json.value === 'object' && json.value !== null ? json.value : {};
  const body: Record<string, unknown> = required === null ? {} : { ...(reading.body as object) };
  const ignoredFields: string[] = [];
  for (const [field, schema] of Object.entries(optional)) {
    const value: unknown = Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : null;
    if (value === null) continue;
    const fieldReading = readBody<unknown>(schema as z.ZodType, value);
    if (fieldReading.fits) body[field] = fieldReading.body;
    else ignoredFields.push(field);
  }
  return { fits: true, body, ignoredFields };
}
