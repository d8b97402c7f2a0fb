/**
 * Messages as the service loads them, their counterparts at the core, and orders to write. With ISO_SCHEMA_DIR
 * published schemas validate too.
 */
import { loadCoreSide } from '../../../src/bank/core/iso20022/core-side/load-core-side.ts';
import { loadMessages } from '../../../src/bank/core/iso20022/load-messages.ts';
import type { CreditTransferOrder } from '../../../src/bank/core/iso20022/messages.ts';
import { defaultProfileFile, type Profile, readProfile } from '../../../src/bank/core/iso20022/profile.ts';
import { type Instruction, isBulk } from '../../../src/domain/payments/instruction.ts';
import { products } from '../../../src/domain/payments/products/list.ts';

function shippedProfile(): Profile {
  const read = readProfile(defaultProfileFile);
  if (!('profile' in read)) throw new Error(read.faults.join('\n'));
  return read.profile;
}

export const profile = shippedProfile();
export const messages = loadMessages(profile, process.env.ISO_SCHEMA_DIR ?? null);
export const coreSide = loadCoreSide(profile.bankBic);

export const orderId = '0123456789ab4def8123456789abcdef';

export const orderOf = (
  product: string,
  instruction: Instruction,
  change: Partial<CreditTransferOrder> = {},
): CreditTransferOrder => ({
  orderId,
  createdAt: Date.UTC(2030, 0, 2, 3, 4, 5, 6),
  initiatingParty: { name: 'A TPP', tppId: 'PSDNO-FSA-123456789' },
  product,
  instruction,
  debtorName: 'Kari Nordmann',
  executionDate: '2030-01-03',
  ...change,
});

export function exampleOf(code: string, change: Readonly<Record<string, unknown>> = {}): Instruction {
  const product = products.find((one) => one.code === code);
  if (!product) throw new Error(`no product ${code}`);
  return product.body.parse({ ...product.example, ...change });
}

export function bulkOf(entries: number, change: Readonly<Record<string, unknown>> = {}): Instruction {
  const bulk = exampleOf('BULK_NDCT');
  const [first] = isBulk(bulk) ? bulk.payments : [];
  return exampleOf('BULK_NDCT', {
    payments: Array.from({ length: entries }, (_, index) => ({
      ...first,
      endToEndIdentification: `E${index}`,
      ...change,
    })),
  });
}

/** The texts of the elements with this name, in the order of the message. */
export const textsOf = (message: Uint8Array, element: string): readonly string[] =>
  [
    ...Buffer.from(message)
      .toString()
      .matchAll(new RegExp(`<${element}>([^<]+)<`, 'g')),
  ].map(([, text = '']) => text);
