import type { ReadElement } from './xml.ts';

export const childrenOf = (element: ReadElement, name: string): readonly ReadElement[] =>
  element.children.filter((child) => child.name === name);
export const childOf = (
  element: ReadElement,
  ...[name, ...inside]: readonly string[]
): ReadElement | null => {
  const match = element.children.find((child) => child.name === name) ?? null;
  return match === null || inside.length === 0 ? match : childOf(match, ...inside);
};
/** null if there is no such element. */
export const textOf = (element: ReadElement, ...path: readonly string[]): string | null =>
  childOf(element, ...path)?.text ?? null;
/** For elements that the schema requires. */
export const requiredText = (element: ReadElement, ...path: readonly string[]): string =>
  textOf(element, ...path) ?? '';
