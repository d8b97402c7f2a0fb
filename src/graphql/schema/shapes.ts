/** Merges the fields of several products, for types and inputs that serve more than one. */
import { z } from 'zod';

/** All fields of all shapes; a field is required if every shape requires it. */
export function mergeShapes(shapes: readonly z.ZodRawShape[]): z.ZodRawShape {
  const merged: Record<string, z.core.$ZodType> = {};
  for (const name of new Set(shapes.flatMap((shape) => Object.keys(shape)))) {
    const fields = shapes.map((shape) => shape[name]);
    const field =
      fields.find((one) => one instanceof z.ZodOptional) ?? fields.find((one) => one !== undefined);
    if (field === undefined) continue;
    const everywhere = fields.every((one) => one !== undefined);
    merged[name] = everywhere || field instanceof z.ZodOptional ? field : (field as z.ZodType).optional();
  }
  return merged;
}
