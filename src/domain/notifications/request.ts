/** The headers TPP-Notification-URI and TPP-Notification-Content-Preferred (NextGenPSD2, resource status notification). */
import { redirectUriFault } from '../authorisations/redirect-uri.ts';
import { refuse } from '../refusal.ts';
import { isLoopback } from '../values/loopback.ts';

export const notificationContents = ['SCA', 'PROCESS', 'LAST'] as const;
/** SCA: every scaStatus of an authorisation. PROCESS: every status of the payment. LAST: only its final status. */
export type NotificationContent = (typeof notificationContents)[number];

export interface NotificationRequest {
  readonly uri: string;
  readonly content: readonly NotificationContent[];
}

const contentForm = /^status=(SCA|PROCESS|LAST)(, ?(SCA|PROCESS|LAST)){0,2}$/;
export const contentPattern = contentForm.source;

/** The words in capital letters: `status=` has none. */
const contentsIn = (value: string): readonly string[] => value.match(/[A-Z]+/g) ?? [];

export function contentFault(value: string): string | null {
  const contents = contentsIn(value);
  return contentForm.test(value) && new Set(contents).size === contents.length
    ? null
    : 'must be "status=" and one or more of SCA, PROCESS and LAST, each once, separated by commas';
}

/** `value` is null if the request lacks the header. */
export function preferredContent(value: string | null): readonly NotificationContent[] {
  const contents = contentsIn(value ?? 'status=PROCESS');
  return notificationContents.filter((content) => contents.includes(content));
}

export const contentText = (contents: readonly NotificationContent[]): string =>
  `status=${contents.join(',')}`;

export interface UriRules {
  /** A sandbox also sends to loopback hosts. */
  readonly sandbox: boolean;
  /** null: the caller has a console token, which names no domain; absent: the domain is not checked. */
  readonly domains?: readonly string[] | null | undefined;
}

export function notificationUriFault(uri: string, { sandbox, domains }: UriRules): string | null {
  const fault = redirectUriFault(uri, { sandbox });
  if (fault !== null || domains === undefined) return fault;
  const { hostname } = new URL(uri);
  // `localhost.` with a dot is no loopback host: notifications/connector.ts resolves it by DNS.
  if (sandbox && isLoopback(hostname)) return null;
  if (domains === null)
    return 'must have a loopback host: a console token names no domain; sign the request to use a domain of your certificate';
  // A host name may end with a dot. The domains of a certificate do not.
  const name = hostname.replace(/\.$/, '');
  if (domains.some((domain) => isInDomain(name, domain))) return null;
  const loopbackText = sandbox ? ', or a loopback host' : '';
  return domains.length === 0
    ? `must have a host in a domain of your certificate${loopbackText}; neither the CN of its subject nor its subjectAltName is a domain`
    : `must have a host in a domain of your certificate (${listDomains(domains)})${loopbackText}`;
}

/**
 * Throws a refusal if a REST request names a notification address that is not in the domains of its certificate.
 * A caller without `domains` counts as one with an empty list: only a loopback host in a sandbox is allowed.
 */
export function refuseForeignNotificationUri(
  { headers }: { readonly headers: { get(name: string): string | null } },
  { domains = [] }: { readonly domains?: readonly string[] },
  { sandbox, notifications }: { readonly sandbox: boolean; readonly notifications?: boolean },
): void {
  const path = 'TPP-Notification-URI';
  const uri = headers.get(path);
  // A bank that sends no notifications ignores the header.
  if (!notifications || !uri) return;
  const text = notificationUriFault(uri, { sandbox, domains });
  if (text !== null) throw refuse('FORMAT_ERROR', { path, text });
}

/** A domain matches itself and its subdomains; a wildcard matches only the subdomains. */
const isInDomain = (host: string, domain: string): boolean =>
  domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain || host.endsWith(`.${domain}`);

const domainsShown = 5;
const listDomains = (domains: readonly string[]): string =>
  `${domains.slice(0, domainsShown).join(', ')}${domains.length > domainsShown ? ' …' : ''}`;
