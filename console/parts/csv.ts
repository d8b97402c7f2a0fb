/** RFC 4180, safe for spreadsheets: a payer writes the message, and a spreadsheet would run a cell that begins like a formula. */

/** A Norwegian spreadsheet also splits cells at semicolons, and reads quotes only at the start of a line. */
const beforeFormula =
  /(?<=^|[;\t\r\n])(?=[\s\p{Cc}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n])|(?<=[;\t\r\n][\s\p{Cc}"]*)$/gu;

const cell = (text: string): string => `"${text.replace(beforeFormula, "'").replaceAll('"', '""')}"`;

/** Without the byte order mark spreadsheets assume another encoding. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
