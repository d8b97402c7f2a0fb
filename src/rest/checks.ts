import type { Caller } from '../domain/caller.ts';
import { headerFaults } from '../domain/headers.ts';
import { acceptedTypes, requireJsonBody } from '../domain/media-types.ts';
import { refuseForeignNotificationUri } from '../domain/notifications/request.ts';
import { refuseAll } from '../domain/refusal.ts';
import type { DoorGuard } from '../http/door.ts';
import type { Settings } from '../operations/operation.ts';
import type { RouteRequest } from './route.ts';

/** Checks everything of a request before its operation. Throws a refusal. */
export function checkAndVerify(
  { http, route, uncheckedParts }: RouteRequest,
  guard: DoorGuard,
  settings: Settings,
): Caller {
  const { method, target, headers, body, trace } = http;
  const { sandbox } = settings;
  const hasBody = body !== null;
  const readHeader = (name: string) => headers.get(name);
  acceptedTypes(readHeader, ['application/json']);
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
  const caller = guard.verify({ method, target, headers, body }, demands);
  trace.caller = caller;
  refuseForeignNotificationUri(http, caller, settings);
  return caller;
}
