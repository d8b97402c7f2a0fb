import { type Html, html } from '../browser/html.ts';
import type { AuthMethod, AuthorisationKind, EndReason } from '../domain/authorisations/authorisation.ts';
import type { Frequency } from '../domain/schedule/plan.ts';
import type { Trouble } from '../operations/sca/view.ts';

interface TitleAndText {
  readonly title: string;
  readonly text: string;
}

export const english = {
  locale: 'en-GB',
  /** `parts`: the digits before the decimal point, and those after it if the amount has decimals. */
  amount: (parts: readonly string[], currency: string) => `${currency} ${parts.join('.')}`,
  languageName: 'English',
  languageLabel: 'Language',
  bank: 'PSD2 Bank',
  sandbox: 'Sandbox',
  testData: 'Customers and accounts to test with',
  sandboxNote: 'This is a sandbox. No real money moves, and no real customer is contacted.',
  identify: {
    LOGIN: {
      title: 'Log in',
      text: 'Log in to your bank to let this service start payments. You approve each payment.',
    },
    PAYMENT: { title: 'Approve a payment', text: 'Log in to see and approve the payment.' },
    CANCELLATION: { title: 'Cancel a payment', text: 'Log in to see the payment and cancel it.' },
    BASKET: { title: 'Approve payments', text: 'Log in to see and approve the payments.' },
  } satisfies Record<AuthorisationKind, TitleAndText>,
  customerNumber: 'Customer number',
  customerNumberHint: 'Digits only.',
  customerChoices: 'Continue as one of these customers of the sandbox, or log in below.',
  /** The debtor account follows this text. */
  owns: 'owns',
  method: 'How do you want to receive the code?',
  methods: { CODE_DEVICE: 'Code device', SMS: 'Text message (SMS)', BANK_APP: 'Bank app' } satisfies Record<
    AuthMethod,
    string
  >,
  codeInstructions: {
    CODE_DEVICE: 'Enter the code from your code device.',
    SMS: 'We have sent you the code in a text message.',
    BANK_APP: 'Open your bank app to see the code.',
  } satisfies Record<AuthMethod, string>,
  continue: 'Continue',
  cancel: 'Cancel',
  agreementTitle: 'Choose an agreement',
  agreementText: 'You have more than one agreement. Choose the agreement to use.',
  decide: {
    LOGIN: {
      title: 'Approve the log-in',
      text: 'The service can then start payments for 180 days. You approve each payment.',
    },
    PAYMENT: { title: 'Approve a payment', text: 'Check that everything is correct before you approve.' },
    CANCELLATION: {
      title: 'Cancel a payment',
      text: 'If you approve, this payment is cancelled, and nothing more is paid. If you reject, nothing changes.',
    },
    BASKET: {
      title: 'Approve payments',
      text: 'You approve all these payments at once. Check each payment first.',
    },
  } satisfies Record<AuthorisationKind, TitleAndText>,
  /** The texts of the page before the redirect to the identity provider. Its titles are those of `identify`. */
  leave: {
    LOGIN: 'Log in at your bank to let this service start payments. You approve each payment.',
    PAYMENT: 'Check that everything is correct. Then continue to your bank and approve the payment there.',
    CANCELLATION:
      'If you approve at your bank, this payment is cancelled, and nothing more is paid. If you reject, nothing changes.',
    BASKET: 'You approve all these payments at once at your bank. Check each payment first.',
  } satisfies Record<AuthorisationKind, string>,
  toProvider: 'Continue to your bank',
  code: 'One-time code',
  sandboxCode: 'Sandbox: your one-time code is',
  approve: 'Approve',
  reject: 'Reject',
  bankApp: 'You can also approve in your bank app.',
  bankAppSandbox:
    'In this sandbox, use the bank app in the console or the GraphQL mutation completeAuthorisation.',
  trouble: {
    UNKNOWN_CUSTOMER: 'No customer has this number.',
    WRONG_IDENTITY: 'The service named a different customer. Log in as that customer.',
    WRONG_TYPE: 'This number belongs to a company. Log in as a private customer.',
    LOGIN_CLOSED: 'A wrong code was entered too many times. This customer’s log-in is closed for an hour.',
    NO_AGREEMENT: 'Choose one of the agreements.',
    WRONG_CODE: 'This code is wrong.',
    STALE_PAGE: 'This page is out of date.',
    UNREACHABLE: 'Your bank’s log-in is not responding. Nothing has been approved. Try again.',
  } satisfies Record<Trouble, string>,
  closed: {
    LOGIN: {
      title: 'Log-in is closed',
      text: 'A wrong code was entered too many times. Log-in is closed for an hour.',
    },
    APPROVAL: {
      title: 'Approval is closed',
      text: 'A wrong code was entered too many times. Approval is closed for an hour.',
    },
  },
  /** The time of day follows this text. */
  closedUntil: 'Try again after',
  triesLeft: (tries: number) =>
    tries === 1 ? 'You have 1 attempt left.' : `You have ${tries} attempts left.`,
  row: {
    amount: 'Amount',
    total: 'Total',
    payee: 'To',
    payeeAccount: 'To account',
    debtor: 'From account',
    customer: 'Customer',
    agreement: 'Agreement',
    tpp: 'Requested by',
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
    MonthlyVariable: 'In selected months',
  } satisfies Record<Frequency, string>,
  approved: {
    LOGIN: {
      title: 'Logged in',
      text: 'You are logged in. The service can now start payments. You approve each payment.',
    },
    PAYMENT: { title: 'Payment approved', text: 'You have approved the payment.' },
    CANCELLATION: {
      title: 'Payment cancelled',
      text: 'You have approved the cancellation. Nothing more is paid.',
    },
    BASKET: { title: 'Payments approved', text: 'You have approved the payments.' },
  } satisfies Record<AuthorisationKind, TitleAndText>,
  rejectedTitle: 'Rejected',
  rejected: {
    LOGIN: 'You have not logged in.',
    PAYMENT: 'You have rejected the payment. It will not be carried out.',
    CANCELLATION: 'You have rejected the cancellation. The payment has not changed.',
    BASKET: 'You have rejected the payments. They will not be carried out.',
  } satisfies Record<AuthorisationKind, string>,
  ended: {
    WRONG_CODE: {
      title: 'Too many wrong attempts',
      text: 'A wrong number or code was entered five times. Nothing has been approved.',
    },
    TOO_MANY_CODES: {
      title: 'Too many wrong codes',
      text: 'A wrong code was entered fifteen times in total. The bank stops the payment.',
    },
    EXPIRED: {
      title: 'The link has expired',
      text: 'The link is no longer valid. Nothing has been approved. Go back to the service that sent you here and start again.',
    },
    SUPERSEDED: {
      title: 'The link has been replaced',
      text: 'A newer link has replaced this link. Nothing has been approved with this link.',
    },
    WITHDRAWN: {
      title: 'Withdrawn',
      text: 'The service has withdrawn its request. Nothing has been approved.',
    },
    NOT_ALLOWED: {
      title: 'Not allowed',
      text: 'You are not allowed to pay from this account. Nothing has been approved.',
    },
    WRONG_IDENTITY: {
      title: 'Not allowed',
      text: 'The service named a different customer. Nothing has been approved.',
    },
    RESOURCE_CHANGED: {
      title: 'Changed in the meantime',
      text: 'The request changed or ended in the meantime. Nothing has been approved with this link.',
    },
    UNVERIFIED: {
      title: 'Not approved',
      text: 'The confirmation from your bank does not match the request. Nothing has been approved.',
    },
    PAYMENT_FAILED: {
      title: 'Approved, but not carried out',
      text: 'The bank could not carry out what you have approved.',
    },
  } satisfies Record<Exclude<EndReason, 'APPROVED' | 'REJECTED'>, TitleAndText>,
  /** In a browser that is not the PSU's, this text replaces what the PSU did (`reasonsAboutPsu`). */
  otherBrowser: 'This was done in another browser or in the bank app.',
  linkUsed: 'This link has been used and no longer works.',
  linkEnded: 'This link no longer works.',
  goBack: (tpp: Html) => html`Go back to ${tpp} to see the result.`,
  returnTo: 'Return to',
  continueToPage: 'Continue to the current page',
  failureId: 'Reference:',
  faults: {
    UNKNOWN_LINK: {
      title: 'Unknown link',
      text: 'We do not recognise this link. Go back to the service that sent you here and start again.',
    },
    STALE_PAGE: {
      title: 'This page is out of date',
      text: 'You have continued in another tab, or the link was opened in another browser. Nothing has been done.',
    },
    NO_COOKIE: {
      title: 'Your browser sent no cookie',
      text: 'This page needs a cookie. Allow cookies for the bank, then open the link again. Nothing has been done.',
    },
    FOREIGN_ORIGIN: {
      title: 'Not accepted',
      text: 'The form did not come from a page of the bank. Nothing has been done.',
    },
    INVALID_REQUEST: {
      title: 'The request could not be read',
      text: 'Your browser, or a program between it and the bank, sent an invalid request. Nothing has been done.',
    },
    MALFORMED: {
      title: 'The form could not be read',
      text: 'A field is missing or has an invalid value. Nothing has been done.',
    },
    INCOMPLETE: {
      title: 'The form did not arrive',
      text: 'Only a part of the form reached us in time. Nothing has been done. Send the form again.',
    },
    TOO_LARGE: { title: 'The form is too large', text: 'Nothing has been done.' },
    WRONG_MEDIA: {
      title: 'The form could not be read',
      text: 'The browser sent the form in a wrong format. Nothing has been done.',
    },
    WRONG_METHOD: { title: 'Not possible', text: 'This address does not support this type of request.' },
    BUSY: { title: 'One moment', text: 'We are processing another request. Try again in a few seconds.' },
    REFUSED: {
      title: 'The bank has refused this',
      text: 'The bank does not allow this step. Go back to the service that sent you here.',
    },
    UNAVAILABLE: {
      title: 'Not available right now',
      text: 'The bank cannot respond right now. Try again in a few seconds.',
    },
    FAILED: { title: 'Something went wrong', text: 'The error is ours, and we have recorded it.' },
  },
};

export type Texts = typeof english;
