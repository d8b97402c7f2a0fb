/** Sends the request of a command and shows the answer. A failure of the service ends the command. */

import { record } from '../record.ts';
import { type Answer, send, UnreachableError } from '../send.ts';
import type { Unsigned } from '../sign.ts';
import { type RequestCall, signOptionsOf } from './call.ts';
import { exitCodes } from './failures.ts';

/** The answer of a request, unless the service has failed. */
export async function exchange(call: RequestCall, request: Unsigned): Promise<Answer> {
  const answer = await send(request, call.identity(), signOptionsOf(call));
  if (isOursRefused(call, answer))
    call.note(`The certificate is one of ${call.folder}: --data-dir takes the folder of the bank asked.`);
  if (answer.status < 500) return answer;
  // A program that asked for JSON still gets the bank's own answer.
  if (call.values.json) call.answer(answerJson(answer), '');
  throw new UnreachableError(`${request.method} ${request.url}: the service failed, ${summaryOf(answer)}`);
}

/** Whether the certificate was refused and came from the folder, since none was named: a usual cause is another sandbox. */
const isOursRefused = ({ values }: RequestCall, { status, json }: Answer): boolean =>
  status === 401 && record(json).code === 'CERTIFICATE_INVALID' && values.certificate === undefined;

/** `HTTP 409 CONFLICT: …`, in one line. */
function summaryOf({ status, json }: Answer): string {
  const { code, message } = record(json);
  const words = [`HTTP ${status}`, ...(typeof code === 'string' ? [code] : [])].join(' ');
  return typeof message === 'string' ? `${words}: ${message.replace(/\s+/g, ' ')}` : words;
}

/** Sends, and shows request and status beside the body: what send, pay and status do. */
export async function showExchange(call: RequestCall, request: Unsigned): Promise<Answer> {
  const answer = await exchange(call, request);
  call.note(`${request.method} ${request.url}\nHTTP ${answer.status}`);
  const { json, text } = answer;
  call.answer(answerJson(answer), json === undefined ? text : JSON.stringify(json, null, 2));
  return answer;
}

/** An answer as one JSON value; a body that is no JSON is its text. */
function answerJson({ status, headers, text, json }: Answer): unknown {
  return { status, headers: Object.fromEntries(headers), body: text === '' ? null : (json ?? text) };
}

/** A GraphQL answer with status 200 may contain errors, and then counts as refused. */
export function exitCodeOf({ status, json }: Answer): number {
  return status < 400 && !record(json).errors ? exitCodes.done : exitCodes.refused;
}
