/** libxml2 in WebAssembly needs 16 MB, so import this file only where it is needed. Only `dispose()` frees a document. */
import { ParseOption, XmlDocument, XmlElement, XmlLibError, XmlXPath, XsdValidator } from 'libxml2-wasm';
import type { Element } from './element.ts';

/** Contains no values from the document. */
export interface SchemaError {
  /** The name of the element without its namespace. */
  readonly element: string;
  readonly line: number;
  /** Positional steps from the root, such as `/*[1]/*[2]`. */
  readonly xpath: string;
}

export interface Schema {
  /** Empty if the document is valid. */
  validate(document: XmlDocument): readonly SchemaError[];
}

export interface ParsedElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly ParsedElement[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** The document is freed when the callback of `readXml` has returned. */
export interface OpenDocument {
  readonly namespace: string;
  /** The errors of the first schema that refuses the document. */
  validate(schemas: readonly Schema[]): readonly SchemaError[];
  root(): ParsedElement;
}

type XmlFault = 'NOT_XML' | 'DOCTYPE' | 'TOO_LARGE';

/** libxml2 counts the siblings for each error: without this bound a report of 5 MiB would take a minute. */
const childrenAtMost = 2_000;
/** Siblings that are no elements count too: each element may have white space on both sides. */
const siblingsAtMost = 2 * childrenAtMost + 1;
/** A report that repeats a full order has about 70 elements for each entry. */
const elementsAndAttributesAtMost = 80_000;
/** An element counts as three nodes: itself, and two texts or white spaces. */
const nodesAtMost = 3 * elementsAndAttributesAtMost;
/** Each is true for a report that is too large. Orders have no bounds, because an order of this service may have more nodes. */
export const reportBounds: readonly XmlXPath[] = [
  `count(//node()) > ${nodesAtMost}`,
  `count(//*) + count(//@*) > ${elementsAndAttributesAtMost}`,
  `/descendant-or-self::node()[count(*) > ${childrenAtMost} or count(node()) > ${siblingsAtMost}]`,
].map((condition) => XmlXPath.compile(`boolean(${condition})`));

export class UnreadableXml extends Error {
  readonly reason: XmlFault;
  readonly line: number;

  constructor(reason: XmlFault, line: number) {
    super(reason);
    this.reason = reason;
    this.line = line;
  }
}

// IGNORE_ENC: documents are UTF-8, whatever encoding they declare.
const parseOptions =
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_BIG_LINES |
  ParseOption.XML_PARSE_IGNORE_ENC;
/** Child elements are found by XPath, because `next` of libxml2-wasm returns null after a processing instruction. */
const childElements = XmlXPath.compile('*');

/** The validator lives as long as the process, so only the document of the schema is freed. */
export function compileSchema(bytes: Uint8Array): Schema {
  const validator = useAndDispose(XmlDocument.fromBuffer(bytes), (document) =>
    XsdValidator.fromDoc(document),
  );
  return {
    validate(document) {
      try {
        validator.validate(document);
        return [];
      } catch (error) {
        if (!(error instanceof XmlLibError)) throw error;
        return error.details.map(schemaErrorOf);
      }
    },
  };
}

export const writeXml = (root: Element, namespace: string): Uint8Array =>
  useAndDispose(XmlDocument.create(), (document) => {
    fillElement(document.createRoot(root.name, namespace), root);
    return Buffer.from(document.toString({ format: true }));
  });

/** Throws an UnreadableXml if the document is not XML, has a DOCTYPE, or breaks a bound. */
export const readXml = <T>(
  bytes: Uint8Array,
  use: (document: OpenDocument) => T,
  bounds: readonly XmlXPath[] = [],
): T =>
  useAndDispose(parse(bytes), (document) => {
    if (document.dtd !== null) throw new UnreadableXml('DOCTYPE', 1);
    if (bounds.some((bound) => document.eval(bound) === true)) throw new UnreadableXml('TOO_LARGE', 1);
    return use({
      namespace: document.root.namespaceUri,
      validate: (schemas) => validateWithAll(schemas, document),
      root: () => parseElement(document.root),
    });
  });

function useAndDispose<T>(document: XmlDocument, use: (document: XmlDocument) => T): T {
  try {
    return use(document);
  } finally {
    document.dispose();
  }
}

function parse(bytes: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes, { option: parseOptions });
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    // libxml2 stops at an entity that expands without bound, before it reports the DOCTYPE that declares the entity.
    const reason = Buffer.from(bytes).includes('<!DOCTYPE') ? 'DOCTYPE' : 'NOT_XML';
    throw new UnreadableXml(reason, error.details[0]?.line ?? 0);
  }
}

function validateWithAll(schemas: readonly Schema[], document: XmlDocument): readonly SchemaError[] {
  for (const schema of schemas) {
    const errors = schema.validate(document);
    if (errors.length > 0) return errors;
  }
  return [];
}

function parseElement(element: XmlElement): ParsedElement {
  const children = element.find(childElements).filter((node) => node instanceof XmlElement);
  return {
    name: element.name,
    text: children.length === 0 ? element.content : '',
    children: children.map(parseElement),
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
  };
}

function fillElement(target: XmlElement, { content, attributes = {} }: Element): void {
  for (const [name, value] of Object.entries(attributes)) target.setAttr(name, value);
  if (typeof content === 'string') target.addText(content);
  else for (const inner of content) fillElement(target.addElement(inner.name), inner);
}

/** An error text of libxml2 begins with `Element '{namespace}name'`. */
const elementInErrorText = /^Element '(?:\{[^}]*\})?([\w.-]{1,70})'/;

const schemaErrorOf = ({ message, line, xpath = '' }: XmlLibError['details'][number]): SchemaError => ({
  element: elementInErrorText.exec(message)?.[1] ?? '',
  line,
  xpath,
});
