/** The English texts of the pages. Other languages have the same type, so that none is missing. */

import { type Html, html } from '../browser/html.ts';
import type { AuthMethod, AuthorisationKind, EndReason } from '../domain/authorisations/authorisation.ts';
import type { Frequency } from '../domain/schedule/periodic.ts';
import type { Trouble } from '../operations/sca/view.ts';

interface Words {
  readonly title: string;
  readonly text: string;
}

export const english = {
  /** Tag of the language for dates. */
  tag: 'en-GB',
  /** The language's own name, on the link that leads to it; and the label of the navigation that has it. */
  name: 'English',
  language: 'Language',
  bank: 'PSD2 Bank',
  sandbox: 'Sandbox',
  sandboxNote: 'This is a sandbox. No real money moves and no real customer is asked.',
  identify: {
    LOGIN: {
      title: 'Log in',
      text: 'Log in to your bank to let this service start payments that you approve one by one.',
    },
    PAYMENT: { title: 'Approve a payment', text: 'Log in to see the payment and to approve it.' },
    CANCELLATION: { title: 'Cancel a payment', text: 'Log in to see the payment that is to be cancelled.' },
    BASKET: { title: 'Approve payments', text: 'Log in to see the payments and to approve them.' },
  } satisfies Record<AuthorisationKind, Words>,
  customerNumber: 'Customer number',
  customerNumberHint: 'Digits only.',
  /** Above a sandbox's customers. */
  picks: 'Or continue as one of the sandbox’s customers:',
  /** Goes before the debtor account, beside the name of its owner. */
  owns: 'owns',
  method: 'How to receive the code',
  methods: { CODE_DEVICE: 'Code device', SMS: 'Text message (SMS)', BANK_APP: 'Bank app' } satisfies Record<
    AuthMethod,
    string
  >,
  /** How the code was sent. */
  sent: {
    CODE_DEVICE: 'Take the code from your code device.',
    SMS: 'We have sent the code to your phone.',
    BANK_APP: 'Open your bank app to read the code.',
  } satisfies Record<AuthMethod, string>,
  continue: 'Continue',
  cancel: 'Cancel',
  agreementTitle: 'Choose an agreement',
  agreementText: 'You may act under more than one agreement. Choose the one to use.',
  decide: {
    LOGIN: {
      title: 'Approve the log-in',
      text: 'The service may then start payments for 180 days. Each of them needs your approval.',
    },
    PAYMENT: { title: 'Approve a payment', text: 'Check that all of this is right before you approve it.' },
    CANCELLATION: {
      title: 'Cancel a payment',
      text: 'When you approve, this payment is cancelled and will not be carried out. When you reject, it stays as it is.',
    },
    BASKET: {
      title: 'Approve payments',
      text: 'One approval signs all of these payments. Check each of them first.',
    },
  } satisfies Record<AuthorisationKind, Words>,
  /** The page from which the PSU goes on to the bank's identity provider. */
  leave: {
    LOGIN: {
      title: 'Log in',
      text: 'Log in at your bank to let this service start payments that you approve one by one.',
    },
    PAYMENT: {
      title: 'Approve a payment',
      text: 'Check that all of this is right, then continue to your bank and approve it there.',
    },
    CANCELLATION: {
      title: 'Cancel a payment',
      text: 'When you approve at your bank, this payment is cancelled and will not be carried out. When you reject, it stays as it is.',
    },
    BASKET: {
      title: 'Approve payments',
      text: 'One approval at your bank signs all of these payments. Check each of them first.',
    },
  } satisfies Record<AuthorisationKind, Words>,
  toProvider: 'Continue to your bank',
  code: 'One-time code',
  sandboxCode: 'Sandbox: your one-time code is',
  approve: 'Approve',
  reject: 'Reject',
  bankApp: 'You can also approve in your bank app.',
  bankAppSandbox: 'The sandbox has its bank app in the console, and as completeAuthorisation in GraphQL.',
  trouble: {
    UNKNOWN_CUSTOMER: 'No customer has this number.',
    WRONG_IDENTITY: 'This is not the customer whom the service named.',
    WRONG_TYPE: 'This number belongs to a company; log in as a private customer.',
    LOGIN_CLOSED: 'After too many wrong codes this customer’s log-in is closed for an hour.',
    NO_AGREEMENT: 'Choose one of the agreements.',
    WRONG_CODE: 'This code is wrong.',
    STALE_PAGE: 'This page is out of date.',
    UNREACHABLE: 'Your bank’s log-in does not answer just now. Nothing has been approved; try again.',
  } satisfies Record<Trouble, string>,
  closed: {
    LOGIN: {
      title: 'The log-in is closed',
      text: 'Too many wrong codes were given, so the log-in is closed for an hour.',
    },
    APPROVAL: {
      title: 'Approval is closed',
      text: 'Too many wrong codes were given, so approval is closed for an hour.',
    },
  },
  /** Goes before the time of day. */
  closedUntil: 'Try again after',
  triesLeft: (tries: number) => (tries === 1 ? '1 try left.' : `${tries} tries left.`),
  /** Labels of what is to be approved. */
  row: {
    amount: 'Amount',
    total: 'Total',
    payee: 'To',
    payeeAccount: 'To account',
    debtor: 'From account',
    customer: 'Customer',
    agreement: 'Agreement',
    tpp: 'Asked by',
    brand: 'Brand',
    message: 'Message',
    reference: 'Reference',
    date: 'Date',
    count: 'Payments',
    frequency: 'How often',
    start: 'First day',
    end: 'Last day',
    upcoming: 'Next payments',
  },
  soon: 'As soon as possible',
  untilFurtherNotice: 'Until further notice',
  entries: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  showEntries: 'Show the payments',
  more: (count: number) => `and ${count} more`,
  payment: (position: number) => `Payment ${position}`,
  frequencies: {
    Daily: 'Every day',
    Weekly: 'Every week',
    EveryTwoWeeks: 'Every two weeks',
    Monthly: 'Every month',
    EveryTwoMonths: 'Every two months',
    Quarterly: 'Every three months',
    SemiAnnual: 'Twice a year',
    Annual: 'Once a year',
    MonthlyVariable: 'In chosen months',
  } satisfies Record<Frequency, string>,
  approved: {
    LOGIN: {
      title: 'Logged in',
      text: 'You are logged in. The service may now start payments. Each of them needs your approval.',
    },
    PAYMENT: { title: 'Payment approved', text: 'You have approved the payment.' },
    CANCELLATION: {
      title: 'Payment cancelled',
      text: 'You have approved the cancellation. The payment will not be carried out.',
    },
    BASKET: { title: 'Payments approved', text: 'You have approved the payments.' },
  } satisfies Record<AuthorisationKind, Words>,
  rejected: {
    LOGIN: 'You have not logged in.',
    PAYMENT: 'You have rejected the payment. It will not be carried out.',
    CANCELLATION: 'You have rejected the cancellation. The payment stays as it is.',
    BASKET: 'You have rejected the payments. None of them will be carried out.',
  } satisfies Record<AuthorisationKind, string>,
  ended: {
    REJECTED: { title: 'Rejected', text: '' },
    WRONG_CODE: {
      title: 'Too many wrong tries',
      text: 'A wrong number or code was given five times. Nothing has been approved.',
    },
    TOO_MANY_CODES: {
      title: 'Too many wrong codes',
      text: 'A wrong code was given fifteen times in all. What was to be approved has been rejected.',
    },
    EXPIRED: {
      title: 'The link has expired',
      text: 'A link works for 15 minutes. Nothing has been approved. Go back to where you came from and start again.',
    },
    SUPERSEDED: {
      title: 'The link has been replaced',
      text: 'A newer link has taken its place. Nothing has been approved with this one.',
    },
    WITHDRAWN: {
      title: 'Withdrawn',
      text: 'What the link was for has been withdrawn. Nothing has been approved.',
    },
    NOT_ALLOWED: {
      title: 'Not allowed',
      text: 'You may not use the account that the payment is to be made from. Nothing has been approved.',
    },
    WRONG_IDENTITY: {
      title: 'Not allowed',
      text: 'You are not the customer whom the service named. Nothing has been approved.',
    },
    RESOURCE_CHANGED: {
      title: 'It has changed meanwhile',
      text: 'What was to be approved has changed or ended in the meantime. Nothing has been approved here.',
    },
    UNVERIFIED: {
      title: 'Not approved',
      text: 'The answer of your bank’s log-in did not fit what was asked. Nothing has been approved.',
    },
    PAYMENT_FAILED: {
      title: 'The payment could not be made',
      text: 'You have approved it, but the bank could not carry it out.',
    },
  } satisfies Record<Exclude<EndReason, 'APPROVED'>, Words>,
  /** For a browser that has not decided, instead of what its PSU has done. */
  elsewhere: 'This was done in another browser or in the bank app.',
  used: 'This link has been used and no longer works.',
  over: 'This link no longer works.',
  goBack: (tpp: Html) => html`Go back to ${tpp} to see what has become of it.`,
  returnTo: 'Return to',
  again: 'Continue to the current page',
  /** What went wrong before a step was taken: with the request itself, or with the bank. */
  failureId: 'Reference:',
  faults: {
    UNKNOWN_LINK: {
      title: 'Unknown link',
      text: 'There is nothing to approve at this address. Go back to where you came from and start again.',
    },
    STALE_PAGE: {
      title: 'This page is out of date',
      text: 'You have gone further in another tab, or another browser has taken over. Nothing has been done.',
    },
    FOREIGN_ORIGIN: {
      title: 'Not accepted',
      text: 'The form was not sent from a page of the bank. Nothing has been done.',
    },
    MALFORMED: {
      title: 'The form could not be read',
      text: 'A field is missing or holds what it cannot hold. Nothing has been done.',
    },
    TOO_LARGE: { title: 'The form is too large', text: 'Nothing has been done.' },
    WRONG_MEDIA: {
      title: 'The form could not be read',
      text: 'It was not sent as a form of a web page. Nothing has been done.',
    },
    WRONG_METHOD: { title: 'Not possible', text: 'This address does not take such a request.' },
    BUSY: { title: 'One moment', text: 'Another request is at work on this. Try again in a few seconds.' },
    UNAVAILABLE: {
      title: 'Not available just now',
      text: 'The bank cannot answer for the moment. Try again in a few seconds.',
    },
    FAILED: { title: 'Something went wrong', text: 'The fault is ours, and it has been recorded.' },
  },
};

export type Texts = typeof english;
