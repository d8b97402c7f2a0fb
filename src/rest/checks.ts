/** Checks of a REST request before its operation. A check that fails throws a refusal. */
import type { Caller } from '../domain/caller.ts';
import { headerFaults } from '../domain/headers.ts';
import { acceptedTypes, requireJsonBody } from '../domain/media-types.ts';
import { refuseAll } from '../domain/refusal.ts';
import type { DoorGuard } from '../http/door.ts';
import type { HttpRequest } from '../http/message.ts';
import type { Settings } from '../operations/operation.ts';
import type { AnyRoute, RouteRequest, UncheckedParts } from './route.ts';

/** Checks media types, headers and signature, and the digest over the bytes of the body. Returns the caller. */
export function checkAndVerify(
  { method, target, headers, body, trace }: HttpRequest,
  { route, uncheckedParts }: RouteRequest,
  guard: DoorGuard,
  { sandbox }: Settings,
): Caller {
  const hasBody = body !== null;
  const readHeader = (name: string) => headers.get(name);
  acceptedTypes(readHeader, ['application/json']);
  // A request without a body needs no Content-Type.
  if (hasBody) requireJsonBody(readHeader);
  trace.enter('HEADERS');
  const needsNoDigest = !hasBody && route.body === 'none';
  const faults = headerFaults(readHeader, route.headerColumn, {
    sandbox,
    ...(needsNoDigest ? { skipped: new Set(['Digest']) } : {}),
    ...(hasBody && !sandbox ? { alsoRequired: ['Digest'] } : {}),
  });
  if (faults.length > 0) throw refuseAll(faults);
  uncheckedParts.delete('signature');
  trace.enter('SIGNATURE');
  // If the request has no body, `verify` requires no digest even with `digestRequired`.
  const demands = { digestRequired: route.digest === 'required' || !sandbox, role: route.operation.role };
  trace.caller = guard.verify({ method, target, headers, body }, demands);
  return trace.caller;
}

/** The parts of the request that are checked after its headers. A refusal names the parts whose check has not begun. */
export function partsAfterHeaders({ target, body }: HttpRequest, route: AnyRoute): UncheckedParts {
  const parts: UncheckedParts = new Set(['signature']);
  if (target.includes('?') || route.query.length > 0) parts.add('query');
  // The rules check the values of the body.
  if (body !== null && route.method !== 'GET') parts.add('body').add('rules');
  return parts;
}
