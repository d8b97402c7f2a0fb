/** What an operation is told names a resource as the path does in REST: no resource has a name that cannot be kept. */
import { refuse } from '../../domain/refusal.ts';
import { isStorable } from '../../domain/values/text.ts';

/** The input of an operation, once its ids and numbers are such as a resource may have. */
export function nameable<Input>(input: Input): Input {
  if (typeof input !== 'object' || input === null) return input;
  for (const [path, value] of Object.entries(input)) {
    const names = typeof value === 'string' && /(Id|Number)$/.test(path);
    if (names && !isStorable(value)) throw refuse('RESOURCE_UNKNOWN', { path });
  }
  return input;
}
