/**
 * Checks REST responses against /openapi.json: the status must be listed, the body must fit its schema without unnamed
 * fields, and an error's code must be declared by the operation. Schemas are compiled on first use, once per document
 * and process.
 */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import type {
  OpenApiDocument,
  OperationObject,
  PathItem,
  ResponseObject,
} from '../../src/rest/openapi/model.ts';
import { resolve } from '../../src/rest/openapi/model.ts';

interface CheckedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface AnswerChecker {
  readonly document: OpenApiDocument;
  check(method: string, target: string, answer: CheckedAnswer): void;
}

type Service = Pick<FastifyInstance, 'inject'>;

const byText = new Map<string, AnswerChecker>();
const byDocument = new WeakMap<object, Promise<AnswerChecker>>();
const documentOf = new WeakMap<object, object>();
const documents = new Map<string, object>();

/** The document depends on these parts alone: apps that share them load it once in a process. */
export function knowDocument(
  app: object,
  parts: { readonly publicUrl: string; readonly sandbox: boolean; readonly upstream?: unknown },
) {
  const key = `${parts.publicUrl} ${parts.sandbox} ${Boolean(parts.upstream)}`;
  const document = documents.get(key) ?? {};
  documents.set(key, document);
  documentOf.set(app, document);
}

/** The checker of a bank: one per document text, for any number of banks. */
function answerChecker(app: Service): Promise<AnswerChecker> {
  const document = documentOf.get(app) ?? app;
  const known = byDocument.get(document) ?? readDocument(app);
  byDocument.set(document, known);
  return known;
}

async function readDocument(app: Service): Promise<AnswerChecker> {
  const text = (await app.inject('/openapi.json')).payload;
  const known = byText.get(text) ?? createChecker(JSON.parse(text) as OpenApiDocument);
  byText.set(text, known);
  return known;
}

/** Throws unless the bank's own /openapi.json describes the response. */
export async function expectAnswerMatches(
  app: Service,
  method: string,
  target: string,
  answer: CheckedAnswer,
): Promise<void> {
  (await answerChecker(app)).check(method, target, answer);
}

/** Compiles a schema of the document; its references point into the document's components. */
export function compiler(document: OpenApiDocument): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  formats.default(ajv);
  ajv.addFormat('int32', true);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(absolute(schema) as object, `${base}${name}`);
  }
  const known = new Map<object, ValidateFunction>();
  return (schema) => {
    const validate = known.get(schema) ?? ajv.compile(absolute(schema) as object);
    known.set(schema, validate);
    return validate;
  };
}

const base = 'urn:bank:';

function absolute(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${base}`));
}

function createChecker(document: OpenApiDocument): AnswerChecker {
  const compile = compiler(document);
  const find = operationFinder(document);
  return {
    document,
    check(method, target, answer) {
      const faults = faultsOf(
        document,
        compile,
        method,
        find(method === 'HEAD' ? 'GET' : method, target),
        answer,
      );
      if (faults.length === 0) return;
      throw new Error(
        `${method} ${target} answered ${answer.status}, not as /openapi.json says: ${faults.join('; ')}\n${answer.text}`,
      );
    },
  };
}

function faultsOf(
  document: OpenApiDocument,
  compile: ReturnType<typeof compiler>,
  method: string,
  operation: OperationObject | null,
  answer: CheckedAnswer,
): readonly string[] {
  // The document describes GET; HEAD is GET without the body.
  if (method === 'HEAD') return answer.text === '' ? [] : ['HEAD has no body'];
  if (operation === null) return strangerFaults(document, compile, answer);
  const found = operation.responses[String(answer.status)];
  if (found === undefined) return ['this status is not listed'];
  const { content, headers = {} } = resolve<ResponseObject>(document, found);
  if (answer.headers.has('link') && !headers.Link) return ['the header Link is not listed'];
  if (content === undefined) return answer.text === '' ? [] : ['there should be no body'];
  return bodyFaults(compile(content['application/json'].schema), answer);
}

/** A path or method outside of the document: an error, whatever its status. */
function strangerFaults(
  document: OpenApiDocument,
  compile: ReturnType<typeof compiler>,
  answer: CheckedAnswer,
) {
  const schema = document.components.schemas.Error;
  if (answer.status < 400 || schema === undefined) return ['the document knows no such operation'];
  return bodyFaults(compile(schema), answer);
}

function bodyFaults(validate: ValidateFunction, answer: CheckedAnswer): readonly string[] {
  const type = answer.headers.get('content-type');
  if (type !== 'application/json') return [`content type ${type}`];
  if (validate(JSON.parse(answer.text))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
  );
}

export function operationFinder(
  document: OpenApiDocument,
): (method: string, target: string) => OperationObject | null {
  const paths = Object.entries(document.paths)
    .map(([path, item]) => ({ pattern: patternOf(path), item, parameters: path.split('{').length }))
    .sort((a, b) => a.parameters - b.parameters);
  return (method, target) => {
    const path = target.split('?')[0] ?? '';
    const key = method.toLowerCase() as keyof PathItem;
    return paths.find(({ pattern, item }) => item[key] && pattern.test(path))?.item[key] ?? null;
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'))
      .join('[^/]+')}$`,
  );
