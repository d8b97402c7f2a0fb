/** Column kinds that several groups of tables share. */
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** An instant to the millisecond, so that it survives the way through a JavaScript Date unchanged. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** Money in minor units of a currency that stands in a column beside it. */
export const minorUnits = (name: string) => bigint(name, { mode: 'bigint' });
