/**
 * XML by libxml2 in WebAssembly: the one file that knows it. Documents live in memory of the library's own, so each is
 * disposed of as soon as its bytes or plain values are there. It takes 16 MB, so that only who needs it may import this file.
 */
import { ParseOption, XmlDocument, XmlElement, XmlLibError, XmlXPath, XsdValidator } from 'libxml2-wasm';
import type { Element } from './element.ts';

/** What of a document a schema does not take. Values are never in it. */
export interface Complaint {
  /** Name of the element, without its namespace. */
  readonly element: string;
  readonly line: number;
  /** Steps from the root, by position. */
  readonly xpath: string;
}

export interface Schema {
  complaints(document: XmlDocument): readonly Complaint[];
}

/** An element that was read: a text, or elements. */
export interface ReadElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly ReadElement[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** A document that was read, as long as the work on it lasts. */
export interface XmlReading {
  readonly namespace: string;
  /** The first complaints of the schemas, in their order; none: it is valid. */
  complaints(schemas: readonly Schema[]): readonly Complaint[];
  /** The document as plain values. */
  root(): ReadElement;
}

type UnreadableReason = 'NOT_XML' | 'DOCTYPE' | 'TOO_LARGE';

/**
 * Elements inside one element. An order has 1,000 entries; for each of many faults libxml2 counts the elements before it, so
 * without a bound a document of 5 MiB would take a minute.
 */
const childrenAtMost = 2_000;

/** Bytes that are no document which this service reads. */
export class UnreadableXml extends Error {
  readonly reason: UnreadableReason;
  /** Line of the first fault. */
  readonly line: number;

  constructor(reason: UnreadableReason, line: number) {
    super(reason);
    this.reason = reason;
    this.line = line;
  }
}

// Documents come as text and are read as UTF-8: what they declare is the encoding of another copy.
const option =
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_BIG_LINES |
  ParseOption.XML_PARSE_IGNORE_ENC;
/** Elements alone: a processing instruction has no way on to the next node. */
const elements = XmlXPath.compile('*');

/** Compiled and kept for as long as the process lives. Throws where the bytes are no schema. */
export function compileSchema(bytes: Uint8Array): Schema {
  const validator = useOnce(XmlDocument.fromBuffer(bytes), (document) => XsdValidator.fromDoc(document));
  return {
    complaints(document) {
      try {
        validator.validate(document);
        return [];
      } catch (error) {
        if (!(error instanceof XmlLibError)) throw error;
        return error.details.map(complaintOf);
      }
    },
  };
}

/** The document in UTF-8, all elements in one namespace. */
export const writeXml = (root: Element, namespace: string): Uint8Array =>
  useOnce(XmlDocument.create(), (document) => {
    fill(document.createRoot(root.name, namespace), root);
    return Buffer.from(document.toString({ format: true }));
  });

/** Reads a document in UTF-8, whatever it declares, and disposes of it when `use` has returned. Throws an UnreadableXml. */
export const readXml = <T>(bytes: Uint8Array, use: (document: XmlReading) => T): T =>
  useOnce(parse(bytes), (document) => {
    if (document.dtd !== null) throw new UnreadableXml('DOCTYPE', 1);
    if (document.eval(`boolean(//*[count(*) > ${childrenAtMost}])`) === true)
      throw new UnreadableXml('TOO_LARGE', 1);
    return use({
      namespace: document.root.namespaceUri,
      complaints: (schemas) => firstComplaints(schemas, document),
      root: () => plainOf(document.root),
    });
  });

function useOnce<T>(document: XmlDocument, use: (document: XmlDocument) => T): T {
  try {
    return use(document);
  } finally {
    document.dispose();
  }
}

function parse(bytes: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes, { option });
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    // An entity that grows without bound ends the reading, so that no document says that it had a DOCTYPE.
    const reason = Buffer.from(bytes).includes('<!DOCTYPE') ? 'DOCTYPE' : 'NOT_XML';
    throw new UnreadableXml(reason, error.details[0]?.line ?? 0);
  }
}

function firstComplaints(schemas: readonly Schema[], document: XmlDocument): readonly Complaint[] {
  for (const schema of schemas) {
    const complaints = schema.complaints(document);
    if (complaints.length > 0) return complaints;
  }
  return [];
}

function plainOf(element: XmlElement): ReadElement {
  const children = element.find(elements).filter((node) => node instanceof XmlElement);
  return {
    name: element.name,
    text: children.length === 0 ? element.content : '',
    children: children.map(plainOf),
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
  };
}

function fill(target: XmlElement, { content, attributes = {} }: Element): void {
  for (const [name, value] of Object.entries(attributes)) target.setAttr(name, value);
  if (typeof content === 'string') target.addText(content);
  else for (const inner of content) fill(target.addElement(inner.name), inner);
}

function complaintOf({
  message,
  line,
  xpath = '',
}: {
  message: string;
  line: number;
  xpath?: string;
}): Complaint {
  const element = /^Element '(?:\{[^}]*\})?([\w.-]{1,70})'/.exec(message)?.[1] ?? '';
  return { element, line, xpath };
}
