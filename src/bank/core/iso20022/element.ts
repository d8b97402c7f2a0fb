/** An XML element to write. */
export interface Element {
  readonly name: string;
  readonly content: string | readonly Element[];
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /**
   * The field of the payment that the element is written from, so that a schema error becomes a fault of that field. `fieldPath` is
   * a path in the form of REST, relative to the field of the element around this one.
   */
  readonly fieldPath?: string | undefined;
}

/** An element that contains other elements. Null elements are left out. */
export const element = (name: string, content: readonly (Element | null)[], fieldPath?: string): Element => ({
  name,
  content: content.filter((inner) => inner !== null),
  fieldPath,
});

/** An element that contains only text. */
export const leaf = (
  name: string,
  content: string,
  fieldPath?: string,
  attributes?: Readonly<Record<string, string>>,
): Element => ({ name, content, fieldPath, attributes });

/** null if the text is absent or empty, because ISO 20022 allows no empty texts. */
export const optionalLeaf = (
  name: string,
  content: string | undefined,
  fieldPath?: string,
): Element | null => (content === undefined || content === '' ? null : leaf(name, content, fieldPath));

/** The path of a fault at an element that is not written from a field of the payment. */
export const pathOfElementsWithoutField = 'body';

/**
 * The full path of the field from which the element at `xpath` is written. `xpath` has positional steps (`/*[1]/*[2]`). An element
 * without a field belongs to the field of the nearest element around it. If no element around it has a field, the path is
 * `pathOfElementsWithoutField`.
 */
export function fieldPathAt(root: Element, xpath: string): string {
  const [, _rootStep, ...stepsBelowRoot] = xpath.split('/');
  const paths: string[] = [];
  let current: Element | undefined = root;
  for (const step of stepsBelowRoot) {
    // XPath counts from 1. The step of an only child has no number.
    const position = Number(/\[(\d+)\]$/.exec(step)?.[1] ?? 1);
    current = typeof current?.content === 'object' ? current.content[position - 1] : undefined;
    if (current?.fieldPath !== undefined) paths.push(current.fieldPath);
  }
  return paths.length === 0 ? pathOfElementsWithoutField : paths.join('.');
}
