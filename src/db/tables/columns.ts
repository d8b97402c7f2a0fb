/** Column kinds that several groups of tables share. */

import { bigint, customType, text } from 'drizzle-orm/pg-core';
import type { PsuContext } from '../../domain/psu.ts';
import { instantText } from '../../domain/values/instant-text.ts';

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** An instant in epoch milliseconds, kept to the millisecond. */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: instantText,
  fromDriver: Date.parse,
});
/** Money in minor units of a currency that stands in a column beside it. */
export const minorUnits = (name: string) => bigint(name, { mode: 'bigint' });

/** The PSU of a payment, a basket or an authorisation. */
export const psuColumns = () => ({
  psuId: text('psu_id'),
  identityNumber: text('identity_number'),
  sessionId: text('session_id'),
  psuContext: text('psu_context').$type<PsuContext>(),
  corporateId: text('corporate_id'),
});
