import type { Caller } from '../domain/caller.ts';
import { headerFaults } from '../domain/headers.ts';
import { requireAcceptedType, requireJsonBody } from '../domain/media-types.ts';
import { refuseForeignNotificationUri } from '../domain/notifications/request.ts';
import { refuseAll } from '../domain/refusal.ts';
import type { DoorGuard } from '../http/door.ts';
import type { Settings } from '../operations/operation.ts';
import type { RouteRequest } from './route.ts';

/** Checks media types, headers, signature and notification address of a request, but not its body. Throws a refusal. */
export function checkAndVerify(
  { http, route, uncheckedParts }: RouteRequest,
  guard: DoorGuard,
  settings: Settings,
): Caller {
  const { method, target, headers, body, trace } = http;
  const { sandbox } = settings;
  const hasBody = body !== null;
  const readHeader = (name: string) => headers.get(name);
  requireAcceptedType(readHeader, ['application/json']);
  if (hasBody) requireJsonBody(readHeader);
  trace.enter('HEADERS');
  const alsoRequired = hasBody && !sandbox ? ['Digest'] : [];
  const faults = headerFaults(readHeader, route.headerColumn, { sandbox, alsoRequired });
  if (faults.length > 0) throw refuseAll(faults);
  trace.enter('SIGNATURE');
  // The check of the signature begins, so a refusal by it does not name the signature as unchecked.
  uncheckedParts.delete('signature');
  // The guard need not demand a Digest: `headerFaults` has already refused a request that lacks a required Digest.
  const demands = { digestRequired: false, role: route.operation.role };
  const caller = guard.verify({ method, target, headers, body }, demands);
  trace.caller = caller;
  refuseForeignNotificationUri(http, caller, settings);
  return caller;
}
