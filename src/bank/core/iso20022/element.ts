export interface Element {
  readonly name: string;
  readonly content: string | readonly Element[];
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /** A path in the form of REST, relative to the `fieldPath` of the nearest element around it that has one. */
  readonly fieldPath?: string | undefined;
}

/** Leaves out the elements of `content` that are null. */
export const element = (name: string, content: readonly (Element | null)[], fieldPath?: string): Element => ({
  name,
  content: content.filter((inner) => inner !== null),
  fieldPath,
});

export const leaf = (
  name: string,
  content: string,
  fieldPath?: string,
  attributes?: Readonly<Record<string, string>>,
): Element => ({ name, content, fieldPath, attributes });

/** null if `content` is absent or empty, because ISO 20022 allows no empty text. */
export const optionalLeaf = (
  name: string,
  content: string | undefined,
  fieldPath?: string,
): Element | null => (content === undefined || content === '' ? null : leaf(name, content, fieldPath));

export const pathOfElementsOutsideFields = 'body';

/** An element without a field belongs to the field of the nearest element around it. `xpath` is like `/*[1]/*[2]`. */
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
  return paths.length === 0 ? pathOfElementsOutsideFields : paths.join('.');
}
