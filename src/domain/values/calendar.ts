/** Exports the calendar of the bank: days (iso-date.ts), bank days (bank-days.ts) and time in Oslo (oslo-time.ts). */
export { type BankHoliday, bankHolidays, isBankDay } from './bank-days.ts';
export { addDays, type IsoDate, parseIsoDate } from './iso-date.ts';
export { type BatchRun, batchTimes, instantAtOslo, nextBatchRun, todayInOslo } from './oslo-time.ts';
