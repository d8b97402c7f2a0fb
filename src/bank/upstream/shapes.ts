/**
 * Reads the body of a success. A malformed optional field is ignored, because after a refusal the TPP would repeat a request that the bank
 * has already carried out.
 */
import type { z } from 'zod';
import type { Json } from '../../domain/values/json.ts';
import { readBody } from '../remote-calls/reading.ts';

export interface BodyShape {
  readonly required: z.ZodType<object>;
  readonly optional: z.ZodRawShape;
}

export type ShapeOutput<Shape extends BodyShape> = z.output<Shape['required']> & {
  readonly [Field in keyof Shape['optional']]?: z.output<Shape['optional'][Field]>;
};

export type ShapeReading =
  | { readonly fits: true; readonly body: object; readonly ignoredFields: readonly string[] }
  | { readonly fits: false; readonly why: string };

export function readShape({ required, optional }: BodyShape, json: Json): ShapeReading {
  if (!json.ok) return { fits: false, why: 'no JSON' };
  const reading = readBody(required, json.value);
  if (!reading.fits) return reading;
  const fields = new Map<string, unknown>(Object.entries(json.value as object));
  const body: Record<string, unknown> = { ...reading.body };
  const ignoredFields: string[] = [];
  for (const [field, schema] of Object.entries(optional)) {
    const value = fields.get(field) ?? null;
    if (value === null) continue;
    const fieldReading = readBody<unknown>(schema as z.ZodType, value);
    if (fieldReading.fits) body[field] = fieldReading.body;
    else ignoredFields.push(field);
  }
  return { fits: true, body, ignoredFields };
}
