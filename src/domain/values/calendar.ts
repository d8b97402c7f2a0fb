export { type BankHoliday, bankHolidays } from './bank-days.ts';
export { addDays, type IsoDate, parseIsoDate } from './iso-date.ts';
export { type BatchRun, batchTimes, instantAtOslo, nextBatchRun, todayInOslo } from './oslo-time.ts';
