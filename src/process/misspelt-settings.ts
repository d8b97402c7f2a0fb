/** Finds names that resemble a setting, such as a misspelt SANDBOX, and unsupported OpenTelemetry names. */
export function misspeltSettings(
  variables: readonly string[],
  settings: readonly string[],
): readonly string[] {
  const supported = settings.filter((name) => name.startsWith(openTelemetry));
  return variables.flatMap((name) => {
    if (settings.includes(name)) return [];
    const suggestion = settings.find((setting) => resembles(name, setting));
    if (suggestion !== undefined) return [`${name} is not a setting; ${suggestion} is`];
    return name.startsWith(openTelemetry)
      ? [`${name} is not supported; the supported names are ${supported.join(', ')}`]
      : [];
  });
}

const openTelemetry = 'OTEL_';

/**
 * Ignores case and separators. Allows two typing errors in names over eight letters, one in shorter names (IS_SANDBOX, a
 * setting of other programs, is not SANDBOX), none up to four letters (POST is not PORT).
 */
function resembles(name: string, setting: string): boolean {
  const [a, b] = [bare(name), bare(setting)];
  const slipsAtMost = b.length > 8 ? 2 : b.length > 4 ? 1 : 0;
  return slips(a, b) <= slipsAtMost;
}

const bare = (name: string): string => name.toUpperCase().replace(/[_.-]/g, '');

/** Counts missing, extra, wrong or swapped letters. Names of very different lengths are not compared. */
function slips(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = line;
  }
  return last[b.length] ?? 0;
}
