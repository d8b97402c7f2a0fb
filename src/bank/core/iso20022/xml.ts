/**
 * XML by libxml2 in WebAssembly, which needs 16 MB: import this file only where needed. Each document is disposed of once its
 * values are read.
 */
import { ParseOption, XmlDocument, XmlElement, XmlLibError, XmlXPath, XsdValidator } from 'libxml2-wasm';
import type { Element } from './element.ts';

/** A schema error without values. */
export interface Complaint {
  /** Without its namespace. */
  readonly element: string;
  readonly line: number;
  /** Positional steps from the root. */
  readonly xpath: string;
}

export interface Schema {
  complaints(document: XmlDocument): readonly Complaint[];
}

export interface ReadElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly ReadElement[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** Valid only while `use` runs. */
export interface XmlReading {
  readonly namespace: string;
  /** The first errors of each schema; empty if the document is valid. */
  complaints(schemas: readonly Schema[]): readonly Complaint[];
  root(): ReadElement;
}

type XmlFault = 'NOT_XML' | 'DOCTYPE' | 'TOO_LARGE';

/**
 * Child elements of one element. An order has 1,000 entries; libxml2 counts siblings for each fault, so without a bound 5 MiB
 * would take a minute.
 */
const childrenAtMost = 2_000;

export class UnreadableXml extends Error {
  readonly reason: XmlFault;
  /** Of the first fault. */
  readonly line: number;

  constructor(reason: XmlFault, line: number) {
    super(reason);
    this.reason = reason;
    this.line = line;
  }
}

// Documents are UTF-8 whatever encoding they declare.
const option =
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_BIG_LINES |
  ParseOption.XML_PARSE_IGNORE_ENC;
/** Elements only: a processing instruction has no next node. */
const elements = XmlXPath.compile('*');

/** Never freed: schemas live as long as the process. Throws if the bytes are not a schema. */
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

/** UTF-8, with all elements in one namespace. */
export const writeXml = (root: Element, namespace: string): Uint8Array =>
  useOnce(XmlDocument.create(), (document) => {
    fill(document.createRoot(root.name, namespace), root);
    return Buffer.from(document.toString({ format: true }));
  });

/** Disposes of the document when `use` has returned. Throws an UnreadableXml. */
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
    // An entity that grows without bound ends the reading before the DOCTYPE is reported.
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
