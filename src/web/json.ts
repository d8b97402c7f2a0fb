/**
 * From bytes to a JSON value, strictly: UTF-8 without faults, no key twice in an object, no nesting without end.
 * JSON.parse alone keeps the last of two equal keys, and so could act on another value than the one a human reads.
 */
import { visit } from 'jsonc-parser';
import { refuse } from '../domain/refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const depthAtMost = 64;

/** The value that the bytes hold, or a FORMAT_ERROR at `body`. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault('the body is not JSON');
  }
  const wrong = structureFaultSafely(text);
  if (wrong) throw fault(wrong);
  return value;
}

/** The walk below recurses with the text, so an absurd depth ends it before its own count does. */
function structureFaultSafely(text: string): string | null {
  try {
    return structureFault(text);
  } catch (error) {
    if (error instanceof RangeError) return `the body is nested more than ${depthAtMost} levels deep`;
    throw error;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw fault('the body is not UTF-8');
  }
}

/** A repeated key or too deep a nesting, or null. The text is known to be JSON. */
function structureFault(text: string): string | null {
  const open: Set<string>[] = [];
  let depth = 0;
  let found: string | null = null;
  const enter = () => {
    depth += 1;
    if (depth > depthAtMost) found ??= `the body is nested more than ${depthAtMost} levels deep`;
    return depth <= depthAtMost;
  };
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set());
      return enter();
    },
    onObjectEnd: () => {
      open.pop();
      depth -= 1;
    },
    onObjectProperty: (name) => {
      const names = open.at(-1);
      if (names?.has(name))
        found ??= `the key ${JSON.stringify(name.slice(0, 70))} stands twice in one object`;
      names?.add(name);
    },
    onArrayBegin: enter,
    onArrayEnd: () => {
      depth -= 1;
    },
  });
  return found;
}

function fault(text: string) {
  return refuse('FORMAT_ERROR', { path: 'body', text });
}
