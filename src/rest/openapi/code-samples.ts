/** Adds commands of the toolkit to each operation: one sends the request, the other prints a signed curl command. */
import type { Toolkit } from '../../browser/toolkit.ts';
import {
  type CodeSample,
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type ParameterObject,
  type PathItem,
  resolve,
} from './model.ts';

export function withCodeSamples(document: OpenApiDocument, toolkit: Toolkit): OpenApiDocument {
  const paths: Record<string, PathItem> = {};
  for (const { method, path, operation } of operationsOf(document)) {
    const samples = samplesOf(document, method, path, operation, toolkit);
    paths[path] = { ...paths[path], [method]: { ...operation, 'x-codeSamples': samples } };
  }
  return { ...document, paths };
}

function samplesOf(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: OperationObject,
  toolkit: Toolkit,
): readonly CodeSample[] {
  const parameters = operation.parameters.map((parameter) => resolve<ParameterObject>(document, parameter));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${placeholder(name, parameters)}`);
  const filledPath = path.replace(/\{([^{}]+)\}/g, (_, name: string) => placeholder(name, parameters));
  const target = query.length > 0 ? `${filledPath}?${query.join('&')}` : filledPath;
  const psuOption = parameters.some(({ name, required }) => name === 'PSU-IP-Address' && required)
    ? ['--psu']
    : [];
  const example = operation.requestBody?.content['application/json'].example;
  const bodyOption = example === undefined ? [] : ['--body', JSON.stringify(example)];
  const commandArguments = [method.toUpperCase(), target, ...psuOption, ...bodyOption];
  return [
    { lang: 'Shell', label: 'Send', source: toolkit.line(['send', ...commandArguments]) },
    { lang: 'Shell', label: 'Signed curl', source: toolkit.line(['curl', ...commandArguments]) },
  ];
}

function placeholder(name: string, parameters: readonly ParameterObject[]): string {
  const values = parameters.find((parameter) => parameter.name === name)?.schema.enum;
  return Array.isArray(values) ? String(values[0]) : `<${name}>`;
}
