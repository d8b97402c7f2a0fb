/** Results as text. Shares are the headline; absolute times hold for one machine alone. */

const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

/** CPU of each contender as a share of the first one's. */
export function sharesTable(rows) {
  const head = ['', 'CPU', 'least … most', 'server', 'PostgreSQL', 'peak MB'];
  const body = rows.map((row) => [
    row.name,
    percent(row.share),
    `${percent(row.least)} … ${percent(row.most)}`,
    percent(row.shareOfServer),
    percent(row.shareOfDatabase),
    row.peakMegabytes?.toFixed(0) ?? '',
  ]);
  return columns([head, ...body]);
}

export function detailTable(rows) {
  const head = ['', 'server µs', 'PostgreSQL µs', 'bytes', 'requests/s'];
  const body = rows.map((row) => [
    row.name,
    row.microseconds.server.toFixed(0),
    row.microseconds.database.toFixed(0),
    row.answerBytes.toFixed(0),
    row.perSecond.toFixed(0),
  ]);
  return columns([head, ...body]);
}

export function columns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(widths[0]) : String(cell ?? '').padStart(widths[column]),
        )
        .join('  '),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}
