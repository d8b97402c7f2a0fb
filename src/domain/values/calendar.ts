/**
 * The bank's calendar, in one place to import from: days, bank days, and time in Oslo.
 * Nothing is made here; iso-date.ts, bank-days.ts and oslo-time.ts hold the rules.
 */
export {
  type BankHoliday,
  bankHolidays,
  followingBankDay,
  isBankDay,
  precedingBankDay,
} from './bank-days.ts';
export { addDays, addMonthsClamped, type IsoDate, parseIsoDate } from './iso-date.ts';
export { type BatchSlot, batchSlots, instantAtOslo, nextBatchSlot, todayInOslo } from './oslo-time.ts';
