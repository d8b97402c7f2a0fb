/**
 * An element to write. It may name the field of the payment that it comes from, so that a schema error becomes a fault of
 * that field.
 */

export interface Element {
  readonly name: string;
  readonly content: string | readonly Element[];
  readonly attributes?: Readonly<Record<string, string>>;
  /** Path of the field as REST writes it, relative to the surrounding element. */
  readonly of?: string;
}

/** Leaves out null elements. */
export const element = (name: string, content: readonly (Element | null)[], of?: string): Element => ({
  name,
  content: content.filter((inner) => inner !== null),
  ...(of === undefined ? {} : { of }),
});

export const leaf = (
  name: string,
  content: string,
  of?: string,
  attributes?: Readonly<Record<string, string>>,
): Element => ({
  name,
  content,
  ...(of === undefined ? {} : { of }),
  ...(attributes ? { attributes } : {}),
});

/** ISO 20022 allows no empty texts, so those become null and are left out. */
export const optionalLeaf = (name: string, content: string | undefined, of?: string): Element | null =>
  content === undefined || content === '' ? null : leaf(name, content, of);

/** The field of the element at a positional XPath (`/*[2]`), or of the nearest element around it; `body` if there is none. */
export function fieldAt(root: Element, xpath: string): string {
  const [, , ...steps] = xpath.split('/');
  const paths: string[] = [];
  let at: Element | undefined = root;
  for (const step of steps) {
    const index: number = Number(/\[(\d+)\]$/.exec(step)?.[1] ?? 1) - 1;
    at = typeof at?.content === 'object' ? at.content[index] : undefined;
    if (at?.of !== undefined) paths.push(at.of);
  }
  return paths.length === 0 ? 'body' : paths.join('.');
}
