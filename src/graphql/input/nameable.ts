/**
 * Checks ids in the input of an operation, as REST checks those in the path: one that PostgreSQL cannot store names no
 * resource.
 */
import { refuse } from '../../domain/refusal.ts';
import { isStorable } from '../../domain/values/text.ts';

/** The input, checked: its ids and numbers are such as a resource may have. Throws the refusal otherwise. */
export function nameable<Input>(input: Input): Input {
  if (typeof input !== 'object' || input === null) return input;
  for (const [path, value] of Object.entries(input)) {
    const names = typeof value === 'string' && /(Id|Number)$/.test(path);
    if (names && !isStorable(value)) throw refuse('RESOURCE_UNKNOWN', { path });
  }
  return input;
}
