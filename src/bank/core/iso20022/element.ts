/**
 * Elements of a message that is to be written, as plain values. Each may say of which field of the payment it is made, so
 * that a schema's complaint about the element becomes a fault of the field.
 */

export interface Element {
  readonly name: string;
  readonly content: string | readonly Element[];
  readonly attributes?: Readonly<Record<string, string>>;
  /** The path, as REST writes it, of the field that it is made of; below the one of the element around it. */
  readonly of?: string;
}

/** An element with elements inside; those that are null are left out. */
export const element = (name: string, content: readonly (Element | null)[], of?: string): Element => ({
  name,
  content: content.filter((inner) => inner !== null),
  ...(of === undefined ? {} : { of }),
});

/** An element with a text. */
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

/** An element with a text; null, so left out, where there is no text or an empty one: ISO 20022 has no empty texts. */
export const optionalLeaf = (name: string, content: string | undefined, of?: string): Element | null =>
  content === undefined || content === '' ? null : leaf(name, content, of);

/**
 * The field that the element at an XPath of positions alone (`/*` for the root, `/*[2]` for a child) is made of, or the
 * innermost one around it that is made of a field; `body` where none is.
 */
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
