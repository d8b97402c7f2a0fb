/** How a reader tries an operation: requests are signed, so the TPP's command line signs and sends, or prints a curl. */
import type { Toolkit } from '../../http/messages/toolkit.ts';
import {
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  resolve,
} from '../openapi/model.ts';

export function triesOf(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: OperationObject,
  toolkit: Toolkit,
) {
  const parameters = operation.parameters.map((parameter) => resolve<ParameterObject>(document, parameter));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${placeholder(name, parameters)}`);
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => placeholder(name, parameters));
  const target = query.length > 0 ? `${filled}?${query.join('&')}` : filled;
  const psu = parameters.some(({ name, required }) => name === 'PSU-IP-Address' && required) ? ['--psu'] : [];
  const example = operation.requestBody?.content['application/json'].example;
  const body = example === undefined ? [] : ['--body', JSON.stringify(example)];
  const rest = [method.toUpperCase(), target, ...psu, ...body];
  return { send: toolkit.line(['send', ...rest]), curl: toolkit.line(['curl', ...rest]) };
}

function placeholder(name: string, parameters: readonly ParameterObject[]): string {
  const values = parameters.find((parameter) => parameter.name === name)?.schema.enum;
  return Array.isArray(values) ? String(values[0]) : `<${name}>`;
}
