import { listAt, record, textAt } from '../record.ts';
import type { Answer } from '../send.ts';
import type { PlayDebtor } from './bodies.ts';
import { usualCustomer } from './outlines.ts';
import { createPlayer, type PlayerOptions, StoryError, UnknownCustomerError } from './player.ts';

export interface PlayCustomer {
  readonly customerNumber: string;
  readonly corporate: boolean;
  readonly debtor: PlayDebtor;
}

/** Without `customerNumber`: `usualCustomer` or, if it has no account in this sandbox, the first private customer with an account. */
export async function customerOf(
  { base, identity }: Pick<PlayerOptions, 'base' | 'identity'>,
  customerNumber?: string,
): Promise<PlayCustomer> {
  // The player gets no `onStep`, because these requests are not steps of the story.
  const player = createPlayer({ base, identity });
  const customers = recordsOf(await player.expect(200, 'GET', '/v1/sandbox/customers'));
  const accounts = recordsOf(await player.expect(200, 'GET', '/v1/sandbox/accounts'));
  const withNumber = (number: string) => customers.filter((one) => one.customerNumber === number);
  const candidates =
    customerNumber === undefined
      ? [...withNumber(usualCustomer), ...customers.filter((one) => one.customerType === 'PRIVATE')]
      : withNumber(customerNumber);
  for (const customer of candidates) {
    const ids = listAt(customer, 'accounts');
    const own = accounts.filter(({ resourceId }) => ids.includes(resourceId));
    const account = own.find(({ currency }) => currency === 'NOK') ?? own[0];
    if (account === undefined) continue;
    const text = (name: string) => textAt(account, name) ?? '';
    return {
      customerNumber: textAt(customer, 'customerNumber') ?? '',
      corporate: customer.customerType === 'CORPORATE',
      debtor: { bban: text('bban'), iban: text('iban'), currency: text('currency') },
    };
  }
  if (customerNumber === undefined)
    throw new StoryError(`The sandbox at ${base} has no private customer with an account.`);
  if (candidates.length > 0) throw new UnknownCustomerError(`customer ${customerNumber} has no account`);
  const customerNumbers = customers.map((one) => one.customerNumber).slice(0, 8);
  throw new UnknownCustomerError(
    `there is no customer ${customerNumber}; the customers include ${customerNumbers.join(', ')}`,
  );
}

const recordsOf = ({ json }: Answer) => listAt(json).map(record);
