/**
 * Rows as CSV (RFC 4180) that a spreadsheet opens without harm: whoever pays may write what they like into a message, and a
 * cell that begins like a formula would be run as one.
 */

/**
 * The places where a spreadsheet may begin a cell, before what it may run: also in the full width of East Asian keyboards, and
 * behind blanks, quotes or control characters. A Norwegian spreadsheet parts cells at a semicolon, and reads only the first
 * quotes of a line as such; the last alternative is for a cell that would begin in the quotes that end this one.
 */
const beforeFormula =
  /(?<=^|[;\t\r\n])(?=[\s\p{Cc}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n])|(?<=[;\t\r\n][\s\p{Cc}"]*)$/gu;

const cell = (text: string): string => `"${text.replace(beforeFormula, "'").replaceAll('"', '""')}"`;

/** With a mark of its encoding in front, without which spreadsheets take it for another one. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
