/** The `psu` input: what the PSU headers say, for clients that cannot set headers. */
import {
  type HeaderColumn,
  type HeaderReader,
  headerFaults,
  transportHeaders,
} from '../../../domain/headers.ts';
import { type Fault, Refusal, refuseAll } from '../../../domain/refusal.ts';
import type { GraphQLCall } from '../../call.ts';
import type { GraphQLBuilder } from '../builder.ts';
import { withMeanings } from '../code-meanings.ts';

/** Fields of the input by the header that each stands for. */
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

export type PsuInputRef = ReturnType<typeof psuInput>;

export function psuInput(builder: GraphQLBuilder) {
  const context = builder.enumType('PsuContext', {
    description: 'Whether the PSU acts as a person or for a company; the header PSU-Context in REST.',
    values: withMeanings('PsuContext', ['PRIVATE', 'CORPORATE'] as const),
  });
  return builder.inputType('PsuInput', {
    description:
      'What the PSU headers say, for clients that cannot set headers; where both are sent they must agree.',
    fields: (t) => ({
      psuId: t.string({
        description: 'Identifier of the PSU at the TPP, a UUID; the header PSU-ID in REST.',
      }),
      sessionId: t.string({
        description: 'Identifier of the session of the PSU at the TPP; the header TPP-Session-ID in REST.',
      }),
      redirectUri: t.string({
        description:
          'Where the PSU returns to from the pages of the bank; the header TPP-Redirect-URI in REST.',
      }),
      ipAddress: t.string({
        description: 'Address from which the PSU calls the TPP; the header PSU-IP-Address in REST.',
      }),
      context: t.field({
        type: context,
        description:
          'Whether the PSU acts as a person or for a company; with it log-in and approval happen together.',
      }),
      corporateId: t.string({
        description:
          'Number of the company for which the PSU acts, required of a corporate PSU; the header PSU-Corporate-ID in REST.',
      }),
      notificationUri: t.string({
        description:
          'Where changes of the status are posted to, in a domain that your certificate names; the header TPP-Notification-URI in REST. With a console token only loopback addresses.',
      }),
      notificationContent: t.string({
        description:
          'What is posted there: "status=" and some of SCA, PROCESS and LAST; the header TPP-Notification-Content-Preferred in REST.',
      }),
    }),
  });
}

/** A reader of headers that takes a value from the input where the header is missing. */
function headersWith(call: GraphQLCall, psu: PsuInput | null | undefined): HeaderReader {
  return (name) => call.header(name) ?? (isPsuHeader(name) ? (psu?.[fieldOfHeader[name]] ?? null) : null);
}

/** Every fault of the PSU headers and the input together, by the column of the table of headers. */
export function psuFaults(
  call: GraphQLCall,
  psu: PsuInput | null | undefined,
  column: HeaderColumn,
): readonly Fault[] {
  const headers = headersWith(call, psu);
  const faults: Fault[] = [];
  for (const [header, field] of Object.entries(fieldOfHeader)) {
    const headerValue = call.header(header);
    const inputValue = psu?.[field];
    if (headerValue !== null && inputValue != null && headerValue !== inputValue) {
      faults.push({ path: `psu.${field}`, text: `differs from the header ${header}` });
    }
  }
  const { sandbox, notifications } = call.parts.settings;
  const domains = notifications ? (call.caller?.domains ?? []) : undefined;
  for (const fault of headerFaults(headers, column, { sandbox, domains, without: transportHeaders }))
    faults.push(atInput(call, psu, fault));
  return faults;
}

/** The fault at the field of the `psu` input, where that is what the client uses and not the header. */
function atInput<Message extends { readonly path?: string; readonly text: string }>(
  call: GraphQLCall,
  psu: PsuInput | null | undefined,
  message: Message,
): Message {
  const { path, text } = message;
  if (path === undefined || !isPsuHeader(path) || call.header(path) !== null) return message;
  const field = `psu.${fieldOfHeader[path]}`;
  if (psu == null) return { ...message, text: `${text}, or ${field} in the input` };
  return { ...message, path: field, text: text.replace(`the header ${path}`, field) };
}

/** Runs `act`; the paths of a refusal about the PSU name the input or the header, whichever the client has sent. */
export async function inWordsOfInput<Done>(
  call: GraphQLCall,
  psu: PsuInput | null | undefined,
  act: () => Promise<Done>,
): Promise<Done> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason, tppMessages, extras } = error;
    throw new Refusal(
      reason,
      tppMessages.map((message) => atInput(call, psu, message)),
      extras,
    );
  }
}

/** A reader of the PSU headers and the input, once neither has a fault. */
export function requirePsu(
  call: GraphQLCall,
  psu: PsuInput | null | undefined,
  column: HeaderColumn,
): HeaderReader {
  const faults = psuFaults(call, psu, column);
  if (faults.length > 0) throw refuseAll(faults);
  return headersWith(call, psu);
}
