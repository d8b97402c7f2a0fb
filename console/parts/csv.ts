/**
 * Rows as CSV (RFC 4180) that a spreadsheet opens without harm: whoever pays may write what they like into a message, and a
 * cell that begins like a formula would be run as one.
 */

/** Also in the full width of East Asian keyboards, and behind blanks or control characters. */
const likeFormula = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

const cell = (text: string): string => `"${likeFormula.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;

/** With a mark of its encoding in front, without which spreadsheets take it for another one. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
