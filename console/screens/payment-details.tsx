import type { ReactNode } from 'react';
import type { AddressFragment, PaymentDetailsFragment, ReferenceFragment } from '../generated/graphql.ts';
import { Copied, Fact } from '../parts/fact.tsx';
import { Card } from '../parts/page.tsx';
import { Account, Amount, Day, Moment, UserText } from '../parts/values.tsx';
import { type Language, locales, usePreferences, useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import { codeText, fieldText } from '../texts/fields.ts';
import { hasText } from '../texts/index.ts';

type NameIn<Type> = Type extends unknown ? keyof Type : never;
type ValueIn<Type, Name> = Type extends unknown
  ? Name extends keyof Type
    ? NonNullable<Type[Name]>
    : never
  : never;

/** Other parts of the page show these fields. */
type ShownElsewhere =
  | '__typename'
  | 'product'
  | 'createdAt'
  | 'creditorNames'
  | 'totalAmount'
  | 'transactionStatus'
  | 'fundsAvailable'
  | 'tppMessages'
  | 'statusHistory'
  | 'authorisations'
  | 'bookings'
  | 'notifications'
  | 'links'
  | 'entries'
  | 'payments'
  | 'upcomingExecutions';

type Name = Exclude<NameIn<PaymentDetailsFragment>, ShownElsewhere>;

/** In the order of the page. The compiler asks for a row of each field that the document selects. */
const rows: {
  readonly [Field in Name]: (value: ValueIn<PaymentDetailsFragment, Field>, language: Language) => ReactNode;
} = {
  debtorName: userText,
  debtorAccount: account,
  ultimateDebtor: userText,
  psuId: userText,
  creditorAccount: account,
  creditorAddress: address,
  requiredAddress: address,
  creditorAgent: userText,
  remittanceInformationUnstructured: userText,
  remittanceInformationStructured: (value) => references([value]),
  remittanceInformationStructuredArray: references,
  purposeCode: (code, language) => codeText('PurposeCode', code, language),
  regulatoryReportingCode: userText,
  regulatoryReportingInformation: userText,
  paymentInformationId: userText,
  requestedExecutionDate: day,
  frequency: (code, language) => codeText('Frequency', code, language),
  startDate: day,
  endDate: day,
  dayOfExecution: userText,
  monthsOfExecution: months,
  executionRule: (code, language) => codeText('ExecutionRule', code, language),
  endToEndIdentification: userText,
  transactionFees: (value) => <Amount value={value} />,
  basket: ({ basketId }) => <a href={hrefOf('baskets', basketId)}>{basketId}</a>,
  paymentId: copied,
  bankReference: copied,
  bankHeardAt: (at) => <Moment at={at} />,
};

const plan: readonly Name[] = [
  'frequency',
  'startDate',
  'endDate',
  'dayOfExecution',
  'monthsOfExecution',
  'executionRule',
];
const ofEntries: readonly Name[] = ['debtorName', 'ultimateDebtor', 'creditorAddress', 'purposeCode'];
const others = (Object.keys(rows) as readonly Name[]).filter((name) => !plan.includes(name));

const labels: Readonly<Partial<Record<Name, string>>> = {
  requiredAddress: 'creditorAddress',
  remittanceInformationStructured: 'reference',
};

type Values = Readonly<Partial<Record<Name, unknown>>>;

interface ShownValue {
  readonly name: Name;
  readonly label: string;
  readonly content: ReactNode;
}

/** The values that the payment has. */
function useShownValues(values: Values, names: readonly Name[]): readonly ShownValue[] {
  const t = useText();
  const { language } = usePreferences();
  return names.flatMap((name) => {
    const value = values[name];
    if (value == null || value === '') return [];
    const key = labels[name] ?? name;
    const label = hasText(key) ? t(key) : fieldText(key, language);
    // The row of a name takes the values of this name.
    const content = (rows[name] as (value: unknown, language: Language) => ReactNode)(value, language);
    return [{ name, label, content }];
  });
}

export function Details({ payment }: { readonly payment: PaymentDetailsFragment }) {
  const t = useText();
  const values = useShownValues(payment, others);
  return (
    <Card title={t('details')}>
      <dl className="facts">
        {values.map(({ name, label, content }) => (
          <Fact key={name} name={label}>
            {content}
          </Fact>
        ))}
        {payment.bankReference && !payment.bankHeardAt && (
          <Fact name={t('bankHeardAt')}>{t('bankSilent')}</Fact>
        )}
      </dl>
    </Card>
  );
}

export function PlanDetails({ payment }: { readonly payment: PaymentDetailsFragment }) {
  return (
    <dl className="facts inline">
      {useShownValues(payment, plan).map(({ name, label, content }) => (
        <Fact key={name} name={label}>
          {content}
        </Fact>
      ))}
    </dl>
  );
}

type Entry = Extract<PaymentDetailsFragment, { __typename: 'BulkPayment' }>['payments'][number];

/** Most entries have no address but a country, which is not worth a line. */
export function EntryDetails({ entry }: { readonly entry: Entry }) {
  const { street, buildingNumber, postalCode, city, townName } = entry.creditorAddress;
  const hasPlace = [street, buildingNumber, postalCode, city, townName].some(Boolean);
  return useShownValues(hasPlace ? entry : { ...entry, creditorAddress: null }, ofEntries).map(
    ({ name, label, content }) => (
      <p key={name} className="soft small">
        {label}: {content}
      </p>
    ),
  );
}

function userText(text: string): ReactNode {
  return <UserText text={text} />;
}

function account(reference: Parameters<typeof Account>[0]['account']): ReactNode {
  return <Account account={reference} />;
}

function day(date: string): ReactNode {
  return <Day date={date} />;
}

function copied(text: string): ReactNode {
  return <Copied text={text} />;
}

function address(
  { street, buildingNumber, postalCode, city, townName, country }: AddressFragment,
  language: Language,
): ReactNode {
  const joined = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' ');
  const lines = [joined(street, buildingNumber), joined(postalCode, city, townName)];
  const text = [...lines, codeText('CountryCode', country, language)].filter(Boolean).join(', ');
  return <UserText text={text} />;
}

function references(list: readonly ReferenceFragment[]): ReactNode {
  return list.map(({ reference, referenceType, referenceIssuer }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the references of a payment never change
    <p key={index} className="account">
      <UserText text={[reference, referenceType, referenceIssuer].filter(Boolean).join(' · ')} />
    </p>
  ));
}

function months(numbers: readonly number[], language: Language): ReactNode {
  const format = new Intl.DateTimeFormat(locales[language], { month: 'long', timeZone: 'UTC' });
  return numbers
    .toSorted((one, other) => one - other)
    .map((month) => format.format(Date.UTC(2024, month - 1)))
    .join(', ');
}
