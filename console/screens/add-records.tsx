import { useState } from 'react';
import {
  AddAccountDocument,
  type AddAccountMutationVariables,
  AddCustomerDocument,
  type CustomersQuery,
  type CustomerType,
} from '../generated/graphql.ts';
import { useAct } from '../hooks.ts';
import { isolate } from '../parts/deceptive.ts';
import { Icon } from '../parts/icon.tsx';
import { RecordForm, type RecordResult, type Values } from '../parts/record-form.tsx';
import { useText } from '../preferences.ts';

type Customer = CustomersQuery['sandboxCustomers']['nodes'][number];
type Currency = AddAccountMutationVariables['input']['currency'];

interface AddRecordsProps {
  readonly customers: readonly Customer[];
  readonly done: () => void;
}

const currencies = ['NOK', 'EUR', 'SEK', 'DKK', 'USD', 'GBP'];

export function AddRecords({ customers, done }: AddRecordsProps) {
  const t = useText();
  const [open, setOpen] = useState<'CUSTOMER' | 'ACCOUNT' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen('CUSTOMER')}>
        <Icon name="create" />
        {t('customerAdd')}
      </button>
      <button
        type="button"
        className="button"
        disabled={customers.length === 0}
        onClick={() => setOpen('ACCOUNT')}
      >
        <Icon name="create" />
        {t('accountAdd')}
      </button>
      {open === 'CUSTOMER' && <AddCustomer done={done} close={close} />}
      {open === 'ACCOUNT' && <AddAccount customers={customers} done={done} close={close} />}
    </>
  );
}

interface AddProps {
  readonly done: () => void;
  readonly close: () => void;
}

function AddCustomer({ done, close }: AddProps) {
  const t = useText();
  const act = useAct(AddCustomerDocument, { isShownHere: true });
  const create = async ({ name = '', customerNumber = '', type }: Values): Promise<RecordResult> => {
    const input = { name: name.trim(), customerNumber: customerNumber.trim(), type: type as CustomerType };
    const answer = await act.run({ input });
    if (answer?.customer) done();
    return { isCreated: Boolean(answer?.customer), messages: answer?.tppMessages ?? [] };
  };
  return (
    <RecordForm
      title="customerAdd"
      busy={act.busy}
      error={act.error}
      create={create}
      close={close}
      fields={[
        { name: 'name', label: 'customerName', required: true, placeholder: 'Nora Hansen' },
        { name: 'customerNumber', label: 'customerNumber', required: true, placeholder: '24019012386' },
        {
          name: 'type',
          label: 'customerType',
          initial: 'PRIVATE',
          options: [
            ['PRIVATE', t('customerPrivate')],
            ['CORPORATE', t('customerCorporate')],
          ],
        },
      ]}
    />
  );
}

function AddAccount({ customers, done, close }: AddProps & Pick<AddRecordsProps, 'customers'>) {
  const act = useAct(AddAccountDocument, { isShownHere: true });
  const create = async (values: Values): Promise<RecordResult> => {
    const { customerNumber = '', accountName = '', bban = '', currency = '', balance = '' } = values;
    const input = {
      customerNumber,
      accountName: accountName.trim(),
      bban: bban.replace(/[\s.]/g, ''),
      currency: currency as Currency,
      ...(balance.trim() === ''
        ? {}
        : { balances: [{ balanceAmount: { amount: balance.trim(), currency } }] }),
    };
    const answer = await act.run({ input: input as AddAccountMutationVariables['input'] });
    if (answer?.account) done();
    return { isCreated: Boolean(answer?.account), messages: answer?.tppMessages ?? [] };
  };
  return (
    <RecordForm
      title="accountAdd"
      busy={act.busy}
      error={act.error}
      create={create}
      close={close}
      fields={[
        {
          name: 'customerNumber',
          label: 'accountOwner',
          required: true,
          initial: customers[0]?.customerNumber ?? '',
          options: customers.map(({ customerNumber, customerName }) => [
            customerNumber,
            `${isolate(customerName)} · ${customerNumber}`,
          ]),
        },
        { name: 'accountName', label: 'accountName', required: true, placeholder: 'Sparekonto' },
        { name: 'bban', label: 'accountNumber', required: true, placeholder: '9536 05 71026' },
        {
          name: 'currency',
          label: 'currencyCode',
          initial: 'NOK',
          options: currencies.map((one) => [one, one]),
        },
        {
          name: 'balance',
          label: 'balance',
          path: 'balances[0].balanceAmount.amount',
          placeholder: '1000.00',
        },
      ]}
    />
  );
}
