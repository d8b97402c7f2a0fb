/** Ways into an element that was read. */
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
/** The text of an element inside; null: there is none. */
export const textOf = (element: ReadElement, ...path: readonly string[]): string | null =>
  childOf(element, ...path)?.text ?? null;
/** Of an element that the schema demands. */
export const requiredText = (element: ReadElement, ...path: readonly string[]): string =>
  textOf(element, ...path) ?? '';
