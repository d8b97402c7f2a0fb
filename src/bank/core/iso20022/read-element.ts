import type { ParsedElement } from './xml.ts';

export const childrenOf = (element: ParsedElement, name: string): readonly ParsedElement[] =>
  element.children.filter((child) => child.name === name);

export function descendantOf(element: ParsedElement, ...path: readonly string[]): ParsedElement | null {
  let current: ParsedElement | null = element;
  for (const name of path) current = current?.children.find((child) => child.name === name) ?? null;
  return current;
}

export const textOf = (element: ParsedElement, ...path: readonly string[]): string | null =>
  descendantOf(element, ...path)?.text ?? null;

/** The text of an element that the schema requires. A message is validated before it is read, so '' is only for the type. */
export const requiredText = (element: ParsedElement, ...path: readonly string[]): string =>
  textOf(element, ...path) ?? '';
