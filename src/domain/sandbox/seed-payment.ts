/** A payment of a seed: the body of its creation, and its past since then. */
import { z } from 'zod';
import { list } from '../fields/list.ts';
import { mustBeOneOf } from '../fields/parse.ts';
import { code, isObject, isoDate, text, withCheck } from '../fields/shared.ts';
import type { Product } from '../payments/product.ts';
import { bulkEntriesAtMost } from '../payments/products/bulk-domestic.ts';
import { products } from '../payments/products/list.ts';
import { type PaymentStatus, paymentStatuses } from '../payments/status.ts';
import { parseIsoDate } from '../values/iso-date.ts';
import { instantAtOslo } from '../values/oslo-time.ts';
import { isUuid } from '../values/uuid.ts';
import { customerName } from './customer.ts';
import type { FaultAtPath } from './rules.ts';

/** `transfers` also counts the entries of bulk payments and the executions of periodic payments. */
export const seedPaymentsAtMost = { payments: 1_000, transfers: 10_000 } as const;

const productCodes = products.map((product) => product.code);
const paymentStatus = z.enum(paymentStatuses as [PaymentStatus, ...PaymentStatus[]]);
const reason = text(1, 200);

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A day means its first instant in Oslo. null: the text is neither a day nor an instant. */
function readInstant(instantText: string): number | null {
  const day = parseIsoDate(instantText);
  if (day !== null) return instantAtOslo(day, '00:00');
  // Date.parse takes 30 February for a day in March, so parseIsoDate checks the day.
  if (!instantForm.test(instantText) || parseIsoDate(instantText.slice(0, 10)) === null) return null;
  const at = Date.parse(instantText);
  return Number.isNaN(at) ? null : at;
}

const instant = z.string().transform((instantText, context) => {
  const at = readInstant(instantText);
  if (at !== null) return at;
  const message = 'must be a day such as 2026-11-20, or an instant such as 2026-11-20T09:30Z';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const statusChange = z
  .object({
    status: paymentStatus.meta({ description: 'The status after the change.' }),
    at: instant.optional().meta({
      description: 'Time of the change. By default the time at which the bank would make it.',
    }),
    reason: reason.optional().meta({ description: 'Reason that the history shows.' }),
  })
  .meta({ id: 'SeedStatusChange', description: 'A change of the status.' });

const entry = z
  .object({
    index: z
      .int()
      .min(0)
      .max(bulkEntriesAtMost - 1)
      .meta({ description: 'Index in `payments` of the body, from 0.' }),
    status: code('SeedEntryStatus', ['ACSC', 'ACCP', 'RJCT'], 'Settled, waiting for funds, or rejected.'),
    at: instant.optional().meta({ description: 'Time of the booking of a settled entry.' }),
    reason: reason.optional().meta({ description: 'Reason for the status.' }),
  })
  .meta({ id: 'SeedEntry', description: 'What the bank did with an entry of a bulk payment.' });

const execution = z
  .object({
    nominalDate: isoDate.meta({ description: 'Day in the plan, before weekends and holidays move it.' }),
    at: instant.optional().meta({ description: 'Time of the booking.' }),
  })
  .meta({ id: 'SeedExecution', description: 'A booked execution of a periodic payment.' });

const pastFields = {
  createdAt: instant.optional().meta({
    description: 'Time of the creation. A day means its beginning. By default the start of the sandbox.',
  }),
  status: paymentStatus.optional().meta({
    description: 'Status of the payment. By default the last of `history`, or RCVD.',
  }),
  history: list(statusChange, 0, 10).optional().meta({
    description: 'Changes of the status, oldest first. By default the shortest way from RCVD to `status`.',
  }),
  reason: reason.optional().meta({ description: 'Reason for the last status, if there is no `history`.' }),
  psuId: withCheck(z.string(), (value) => (isUuid(value) ? null : 'must be a UUID'))
    .optional()
    .meta({ description: 'PSU-ID of the creation: a UUID.', format: 'uuid' }),
  debtorName: customerName.optional().meta({
    description: 'Name of the debtor, known after the approval. By default the owner of the debtor account.',
  }),
  fundsAvailable: z.boolean().optional().meta({
    description: 'Whether the account had the funds. By default it follows from the status.',
  }),
  entries: list(entry, 0, bulkEntriesAtMost).optional().meta({
    description: 'Bulk payments: entries with a status of their own. Required with the status PART.',
  }),
  executions: list(execution, 0, 2_000).optional().meta({
    description:
      'Periodic payments: the booked executions. By default all that were due. If given, the bank skipped all others.',
  }),
};

const seedPaymentOf = (product: Product) =>
  z
    .object({
      product: z.literal(product.code),
      ...pastFields,
      body: product.body.meta({ description: 'The body of the creation.' }),
    })
    .meta({ description: `Seed of ${product.title}.` })
    .transform(({ body: instruction, ...past }) => ({ ...past, product, instruction }));

type ProductSeed = ReturnType<typeof seedPaymentOf>;
export const seedPayment = z.discriminatedUnion(
  'product',
  products.map(seedPaymentOf) as [ProductSeed, ...ProductSeed[]],
  {
    error: (issue) => {
      if (issue.code !== 'invalid_union') return undefined;
      return isObject(issue.input) && issue.input.product !== undefined
        ? mustBeOneOf(productCodes)
        : 'is required';
    },
  },
);

export type SeedPayment = z.output<typeof seedPayment>;

interface TimeAtPath {
  readonly path: FaultAtPath['path'];
  readonly at: number;
}

/** `orderedTimes` are those of the creation and of the status changes, `resultTimes` those of the entries and executions. */
export function timesOf({ createdAt, history = [], entries = [], executions = [] }: SeedPayment): {
  readonly orderedTimes: readonly TimeAtPath[];
  readonly resultTimes: readonly TimeAtPath[];
} {
  const timeAt = (path: FaultAtPath['path'], at: number | undefined): TimeAtPath[] =>
    at === undefined ? [] : [{ path, at }];
  return {
    orderedTimes: [
      ...timeAt(['createdAt'], createdAt),
      ...history.flatMap(({ at }, index) => timeAt(['history', index, 'at'], at)),
    ],
    resultTimes: [
      ...entries.flatMap(({ at }, index) => timeAt(['entries', index, 'at'], at)),
      ...executions.flatMap(({ at }, index) => timeAt(['executions', index, 'at'], at)),
    ],
  };
}
