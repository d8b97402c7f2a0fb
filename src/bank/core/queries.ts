/** Asks the core about customers, rights, payments and funds. The core may later refuse an order although its answers allowed it. */
import type { Fee } from '../../domain/payments/fee.ts';
import {
  type AccountReference,
  accountKey,
  accountKeys,
  type InstructedAmount,
  type Instruction,
} from '../../domain/payments/instruction.ts';
import type { Product } from '../../domain/payments/product.ts';
import {
  catalogue,
  messagesAtMost,
  type Reason,
  Refusal,
  refuseAll,
  type TppMessage,
} from '../../domain/refusal.ts';
import type { CustomerType } from '../../domain/sandbox/customer.ts';
import { boundedText } from '../../domain/values/text.ts';
import type { AgreementChoice } from '../../operations/authorisations/ports.ts';
import type { Right } from '../../operations/ports/directory.ts';
import { readBody } from '../remote-calls/reading.ts';
import { RemoteRefusal, unavailableRefusal } from '../remote-calls/refusals.ts';
import type { CoreSchemas } from './answers.ts';
import * as answers from './answers.ts';
import type { CoreClient } from './client.ts';
import type { Messages } from './iso20022/messages.ts';

type CoreAccount = CoreSchemas['Account'];

export interface CoreCustomer {
  readonly customerNumber: string;
  readonly customerName: string;
  readonly customerType: CustomerType;
  readonly agreements: readonly AgreementChoice[];
}

export type CoreQueries = ReturnType<typeof createCoreQueries>;

/** A query that fails throws a Refusal: UNAVAILABLE if the core does not respond. */
export function createCoreQueries(client: CoreClient, messages: Pick<Messages, 'findFaults'>) {
  return {
    /** null if the core does not know the customer. */
    async findCustomer(tppId: string, customerNumber: string): Promise<CoreCustomer | null> {
      // A PSU can enter any text, and a provider can send any. A core may respond with 400 to a text that its interface does not allow.
      if (!answers.customerNumber.safeParse(customerNumber).success) return null;
      const request = { tppId, body: { customerNumber } };
      const schemas = { 200: answers.customer, 404: null };
      const { status, body } = await client.call('findCustomer', request, schemas);
      // If the response is about another customer, this service concludes that the core does not know `customerNumber`.
      if (status === 404 || body.customerNumber !== customerNumber) return null;
      const { name: customerName, type: customerType } = body;
      const agreements = body.agreements.map(({ id, ...agreement }) => ({ agreementId: id, ...agreement }));
      return { customerNumber, customerName, customerType, agreements };
    },

    /** Returns one right for each account. `rightKeyOf` makes the keys of the map. */
    async findRights(
      tppId: string,
      customerNumber: string,
      agreementId: string | null,
      accounts: readonly AccountReference[],
    ): Promise<ReadonlyMap<string, Right>> {
      const query = {
        customerNumber,
        ...(agreementId === null ? {} : { agreementId }),
        accounts: accounts.map(toCoreAccount),
        action: 'REGISTER' as const,
      };
      const { body } = await client.call('findRights', { tppId, body: query }, { 200: answers.rights });
      return new Map(accounts.map((account) => [rightKeyOf(account), pickRight(account, body)]));
    },

    /** Throws a Refusal if the payment cannot be written as an order, or the core finds faults in it. */
    async checkPayment(tppId: string, product: Product, instruction: Instruction): Promise<Fee | null> {
      const orderFaults = messages.findFaults(product.code, instruction);
      if (orderFaults.length > 0) throw new RemoteRefusal('NOT_DONE', refuseAll(orderFaults));
      // A copy, because TypeScript does not accept an interface, such as `Instruction`, as an object with any keys.
      const request = { tppId, body: { product: product.code, instruction: { ...instruction } } };
      const { body } = await client.call('checkPayment', request, { 200: answers.checkedPayment });
      const [firstFault] = body.faults;
      if (firstFault !== undefined) {
        const refusal = new Refusal(reasonOf(firstFault.code), tppMessagesOf(body.faults));
        throw new RemoteRefusal('NOT_DONE', refusal);
      }
      return readFee(client, body.fee);
    },

    async findCover(tppId: string, account: AccountReference, amount: InstructedAmount): Promise<boolean> {
      const request = { tppId, body: { account: toCoreAccount(account), amount } };
      const { body } = await client.call('findCover', request, { 200: answers.funds });
      return body.available;
    },
  };
}

/** null: the core sent no fee, or a fee that a response cannot show. */
function readFee(client: CoreClient, sentFee: unknown): Fee | null {
  const reading = readBody(answers.fee, sentFee);
  if (!reading.fits) {
    client.notice('fee of the core does not fit', { why: reading.why });
    return null;
  }
  const fee = reading.body;
  return fee === undefined ? null : { transactionFees: fee, transactionFeeIndicator: Number(fee.amount) > 0 };
}

type CoreRight = CoreSchemas['Right'];

/** Throws if there is not exactly one right on the account. */
function pickRight(account: AccountReference, rights: readonly CoreRight[]): Right {
  const [right, ...otherRights] = rights.filter((candidate) => isSameAccount(candidate.account, account));
  if (right === undefined || otherRights.length > 0)
    throw unavailableRefusal('NOT_DONE', 'the core did not send exactly one right for each account');
  const { allowed, holderName = null } = right;
  return { allowed, holderName, payer: null };
}

/** One reference may lack a number that the other one has, for example a BBAN. */
function isSameAccount(left: AccountReference, right: AccountReference): boolean {
  const [keys, otherKeys] = [accountKeys(left), accountKeys(right)];
  const [fewer, more] = keys.length < otherKeys.length ? [keys, otherKeys] : [otherKeys, keys];
  return left.currency === right.currency && fewer.every((key) => more.includes(key));
}

/** One account number may have several currencies, with different rights. */
export const rightKeyOf = (account: AccountReference): string => `${accountKey(account)} ${account.currency}`;

const toCoreAccount = ({ bban, iban, other, currency }: AccountReference): CoreAccount => ({
  ...(bban === undefined ? {} : { bban }),
  ...(iban === undefined ? {} : { iban }),
  ...(other === undefined ? {} : { other }),
  currency,
});

type CoreFault = CoreSchemas['Fault'];

/** Reasons whose name is also their public code, for errors that the TPP can correct. */
const coreReasons = (Object.keys(catalogue) as Reason[]).filter(
  (reason) => [400, 403, 409].includes(catalogue[reason].status) && catalogue[reason].code === reason,
);

/** A code that is not in `coreReasons` becomes FORMAT_ERROR. */
const reasonOf = (code: string): Reason => coreReasons.find((reason) => reason === code) ?? 'FORMAT_ERROR';

export const tppMessagesOf = (faults: readonly CoreFault[]): readonly TppMessage[] =>
  faults.slice(0, messagesAtMost).map(({ code, path, text }) => {
    const { code: publicCode, text: defaultText } = catalogue[reasonOf(code)];
    return {
      category: 'ERROR',
      code: publicCode,
      ...(path === undefined ? {} : { path }),
      text: boundedText(text || defaultText, 512),
    };
  });
