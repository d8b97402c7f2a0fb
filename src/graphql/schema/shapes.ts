/** Merges the fields of several products into those of one type. */
import { z } from 'zod';

/** Returns the fields of all shapes. A field is required if every shape has and requires it. */
export function mergeShapes(shapes: readonly z.ZodRawShape[]): z.ZodRawShape {
  const merged: Record<string, z.core.$ZodType> = {};
  for (const name of new Set(shapes.flatMap((shape) => Object.keys(shape)))) {
    const schemas = shapes.flatMap((shape) => shape[name] ?? []);
    const schema = schemas.find((candidate) => candidate instanceof z.ZodOptional) ?? schemas[0];
    if (schema === undefined) continue;
    const isRequired = schemas.length === shapes.length;
    merged[name] = isRequired || schema instanceof z.ZodOptional ? schema : (schema as z.ZodType).optional();
  }
  return merged;
}
