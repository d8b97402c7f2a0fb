import { readPath } from '../../../domain/fields/path.ts';
import { account, address, amount, bulkAddress, otherIdentification } from '../../../domain/fields/shared.ts';
import type { AccountReference } from '../../../domain/payments/instruction.ts';
import type { Link, Links, Verb } from '../../../domain/payments/links.ts';
import { statusMeanings } from '../../../domain/payments/status.ts';
import { catalogue, type MessageCode, type TppMessage } from '../../../domain/refusal.ts';
import type { CurrencyCode } from '../../../domain/values/currencies.ts';
import { formatStoredAmount } from '../../../domain/values/money.ts';
import type { StatusChange } from '../../../operations/ports/stores.ts';
import { builder } from '../builder.ts';
import { describedEnum } from '../code-meanings.ts';
import { addSharedObject, objectOf } from '../from-schema.ts';

export const amountType = objectOf(amount);

export const paymentStatus = describedEnum(
  'PaymentStatus',
  'Status of a payment, by the codes of ISO 20022. ACSC, RJCT, CANC and PART are final. Only bulk payments can be PRSY.',
  statusMeanings,
);

// `address` comes last, so that its `city` replaces the deprecated `city` of `bulkAddress`.
addSharedObject('Address', 'Postal address. Only entries of a bulk payment have townName.', {
  ...bulkAddress.shape,
  ...address.shape,
});
export const accountReference = addSharedObject<AccountReference>(
  'AccountReference',
  'Account reference as sent by the TPP.',
  { ...account.shape, other: otherIdentification.optional() },
);

const httpVerb = describedEnum<Verb>('HttpVerb', 'HTTP method of a link.', {
  GET: 'GET: reads the resource.',
  PUT: 'PUT: replaces the resource.',
  POST: 'POST: creates or starts something.',
  DELETE: 'DELETE: cancels or deletes the resource.',
});
const link = builder.objectRef<Link>('Link').implement({
  description: 'A link: its address and its HTTP methods.',
  fields: (t) => ({
    href: t.exposeString('href', {
      description: 'Address: a path from /v1/ for resources, an absolute URL for scaRedirect.',
    }),
    verbs: t.expose('verbs', { type: [httpVerb], description: 'HTTP methods of the address.' }),
  }),
});
const linkField = (description: string) => ({ type: link, nullable: true, description }) as const;
export const links = builder.objectRef<Links>('Links').implement({
  description: 'Links to the next steps. A step that is not possible now is null.',
  fields: (t) => ({
    self: t.expose('self', linkField('The resource.')),
    status: t.expose('status', linkField('The status of the resource.')),
    startAuthorisation: t.expose(
      'startAuthorisation',
      linkField('Address at which to start an authorisation; null when it is not possible now.'),
    ),
    scaRedirect: t.expose('scaRedirect', linkField('Page on which the PSU approves: send the PSU there.')),
    scaStatus: t.expose('scaStatus', linkField('Status of the authorisation.')),
  }),
});

const messageCategory = describedEnum<TppMessage['category']>(
  'MessageCategory',
  'Whether a message is an error or a warning.',
  {
    ERROR: 'Error: a reason why the request was refused.',
    WARNING: 'Warning: the request was accepted despite this.',
  },
);
const messageCode = describedEnum('MessageCode', 'Code of a message to the TPP.', describeMessageCodes());
export const tppMessage = builder.objectRef<TppMessage>('TppMessage').implement({
  description: 'A message to the TPP.',
  fields: (t) => ({
    category: t.expose('category', { type: messageCategory, description: 'ERROR or WARNING.' }),
    code: t.expose('code', { type: messageCode, description: 'Code of the error or warning.' }),
    path: t.exposeString('path', {
      nullable: true,
      description:
        'Path of the fault in the input, such as creditorAccount.bban, payments[2].instructedAmount.amount or psu.sessionId; or the name of the header or argument.',
    }),
    pathSegments: t.stringList({
      description:
        'The same path as a list, such as payments, 2, instructedAmount, amount. Empty without a path.',
      resolve: ({ path }) => (path === undefined ? [] : readPath(path)),
    }),
    text: t.exposeString('text', { description: 'Explanation, at most 512 characters.' }),
  }),
});

export const statusChange = builder.objectRef<StatusChange>('StatusChange').implement({
  description: "A change of a payment's status.",
  fields: (t) => ({
    from: t.expose('from', {
      type: paymentStatus,
      nullable: true,
      description: 'Previous status; null for the creation.',
    }),
    to: t.expose('to', { type: paymentStatus, description: 'New status.' }),
    at: t.expose('at', { type: 'DateTime', description: "Time, by the TPP's clock." }),
    reason: t.exposeString('reason', { description: 'Reason for the change.' }),
  }),
});

function describeMessageCodes() {
  const reasons = Object.values(catalogue);
  const descriptionOf = (code: MessageCode): string => {
    const reasonsOfCode = reasons.filter((reason) => reason.code === code);
    const words = code.toLowerCase().replace(/_/g, ' ');
    // The first letter and abbreviations are capitals.
    const displayName = words.replace(/\b(psu|kid|sca|http)\b|^./g, (letters) => letters.toUpperCase());
    const statuses = [...new Set(reasonsOfCode.map(({ status }) => status))].join(', ');
    return `${displayName}, HTTP ${statuses}: ${reasonsOfCode[0]?.text ?? ''}`;
  };
  const descriptions = reasons.map(({ code }) => [code, descriptionOf(code)] as const);
  return Object.fromEntries(descriptions) as Record<MessageCode, string>;
}

/** A stored amount has five decimals, the result has as many as the currency. */
export const formatAmount = ({ amount, currency }: Readonly<Record<'amount' | 'currency', string>>) => ({
  amount: formatStoredAmount(currency as CurrencyCode, amount),
  currency,
});
