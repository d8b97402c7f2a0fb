import { isObject } from '../../../domain/fields/shared.ts';
import {
  type HeaderColumn,
  type HeaderReader,
  headerFaults,
  headerTable,
  transportHeaders,
} from '../../../domain/headers.ts';
import { type Fault, Refusal, refuseAll, type TppMessage } from '../../../domain/refusal.ts';
import { trimBoth } from '../../../domain/values/text.ts';
import type { GraphQLCall } from '../../call.ts';
import { builder, type InputFields } from '../builder.ts';
import { describedEnum } from '../code-meanings.ts';

/** The field of `psu` that stands for each header. */
export const fieldOfHeader = {
  'PSU-ID': 'psuId',
  'TPP-Session-ID': 'sessionId',
  'TPP-Redirect-URI': 'redirectUri',
  'PSU-IP-Address': 'ipAddress',
  'PSU-Context': 'context',
  'PSU-Corporate-ID': 'corporateId',
  'TPP-Notification-URI': 'notificationUri',
  'TPP-Notification-Content-Preferred': 'notificationContent',
} as const;
type PsuHeader = keyof typeof fieldOfHeader;
type PsuField = (typeof fieldOfHeader)[PsuHeader];
export type PsuInput = { readonly [field in PsuField]?: string | null | undefined };

const isPsuHeader = (name: string): name is PsuHeader => Object.hasOwn(fieldOfHeader, name);

const psuContext = describedEnum(
  'PsuContext',
  'Whether the PSU acts as a person or for a company (REST: header PSU-Context).',
  {
    PRIVATE: 'Private: the PSU acts as a person.',
    CORPORATE: 'Corporate: the PSU acts for a company.',
  },
);
const psuInput = builder.inputType('PsuInput', {
  description:
    'The PSU headers of REST, for clients that cannot set headers. If you send both, they must agree.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(fieldOfHeader).map(([header, field]) => {
        const { description = '' } = headerTable.find(({ name }) => name === header) ?? {};
        const options = { description: `${description} The header ${header} of REST.` };
        return [field, field === 'context' ? t.field({ type: psuContext, ...options }) : t.string(options)];
      }),
    ),
});

export const psuField = (t: InputFields) =>
  t.field({ type: psuInput, description: 'The PSU. Leave it out when the headers identify the PSU.' });

function createHeaderReader(call: GraphQLCall, psu: PsuInput | null): HeaderReader {
  const inputFor = (header: string) => (isPsuHeader(header) ? psu?.[fieldOfHeader[header]] : null);
  // An empty header counts as a missing one.
  return (header) => call.header(header) || (inputFor(header) ?? null);
}

function findPsuFaults(call: GraphQLCall, psu: PsuInput | null, column: HeaderColumn): readonly Fault[] {
  const readHeader = createHeaderReader(call, psu);
  const faults: Fault[] = [];
  for (const [header, field] of Object.entries(fieldOfHeader)) {
    const headerValue = call.header(header);
    const inputValue = psu?.[field];
    const areBothSent = headerValue && inputValue;
    if (areBothSent && !isSameValue(field, headerValue, inputValue))
      faults.push({ path: `psu.${field}`, text: `differs from the header ${header}` });
  }
  const { sandbox, notifications } = call.parts.settings;
  // null: the caller has a token, which names no domain, so only a loopback host is allowed.
  // undefined: the service sends no notifications, so domains are not checked.
  const domains = notifications ? (call.parsed.caller?.domains ?? null) : undefined;
  const demands = { sandbox, domains, uncheckedHeaders: transportHeaders };
  for (const fault of headerFaults(readHeader, column, demands)) faults.push(toInputPath(call, psu, fault));
  return faults;
}

/** PSU-ID is a UUID, so it may be written in capitals. */
const isSameValue = (field: PsuField, left: string, right: string): boolean =>
  left === right || (field === 'psuId' && left.toLowerCase() === right.toLowerCase());

/** Removes spaces and tabs at both ends of a text, as HTTP does. Leaves out values that are no texts. */
function textsOf(psu: unknown): PsuInput | null {
  if (psu == null) return null;
  const fields = isObject(psu) ? Object.entries(psu) : [];
  return Object.fromEntries(
    fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, trimBoth(value, /[ \t]/)]] : [])),
  );
}

/** Reports one fault for each field of `psu`, in the order of REST. A type fault of `psu` itself stands for all its fields. */
function withTypeFaults(ruleFaults: readonly Fault[], typeFaults: readonly Fault[]): readonly Fault[] {
  // If the value is no text, the rule fault has a `reason` and says that the header is missing. The type fault says more.
  // If the value is a text, the rule fault has no `reason`. It says more than the type fault of the enum.
  const betterFaultAt = ({ path }: Fault) =>
    ruleFaults.find((fault) => fault.path === path && fault.reason === undefined);
  const psuTypeFaults = typeFaults
    .filter(({ path }) => /^psu(\.|$)/.test(path))
    .map((fault) => betterFaultAt(fault) ?? fault);
  const isReported = ({ path }: Fault) =>
    psuTypeFaults.some((fault) => `${path}.`.startsWith(`${fault.path}.`));
  const faults = [...psuTypeFaults, ...ruleFaults.filter((fault) => !isReported(fault))];
  return faults.sort((left, right) => positionOf(left) - positionOf(right));
}

/** The position of the fault's header in the table of headers; -1: the fault is of `psu` itself. */
const positionOf = ({ path }: Fault): number =>
  headerTable.findIndex(
    ({ name }) => path === name || (isPsuHeader(name) && path === `psu.${fieldOfHeader[name]}`),
  );

/** Names the field of `psu` for a header that the client did not send. */
function toInputPath<Message extends { readonly path?: string; readonly text: string }>(
  call: GraphQLCall,
  psu: PsuInput | null,
  message: Message,
): Message {
  const { path, text } = message;
  if (path === undefined || !isPsuHeader(path) || call.header(path)) return message;
  const field = `psu.${fieldOfHeader[path]}`;
  if (psu === null) return { ...message, text: `${text}, or ${field} in the input` };
  return { ...message, path: field, text: text.replace(`the header ${path} `, '') };
}

/** Checks the PSU headers and the input `psu`, and then acts with both. `typeFaults` are those of all fields. */
export async function withPsu<Result extends { readonly tppMessages: readonly TppMessage[] }>(
  call: GraphQLCall,
  rawPsu: unknown,
  column: HeaderColumn,
  typeFaults: readonly Fault[],
  act: (readHeaderOrPsu: HeaderReader) => Promise<Result>,
): Promise<Result> {
  const psu = textsOf(rawPsu);
  const faults = withTypeFaults(findPsuFaults(call, psu, column), typeFaults);
  // As in REST, faults of the headers come before those of the body, which `act` refuses. Only a fault of the whole input is added here.
  const inputFaults = typeFaults.filter(({ path }) => path === 'input');
  if (faults.length > 0) throw refuseAll([...faults, ...inputFaults]);
  const toInputPaths = (messages: readonly TppMessage[]) =>
    messages.map((message) => toInputPath(call, psu, message));
  try {
    const payload = await act(createHeaderReader(call, psu));
    return { ...payload, tppMessages: toInputPaths(payload.tppMessages) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.reason, toInputPaths(error.tppMessages), error.extras);
  }
}
