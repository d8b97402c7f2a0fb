/** Finds variables whose name is a misspelt setting, or an unsupported setting of OpenTelemetry. */
export function misspeltSettingFaults(
  variables: readonly string[],
  settings: readonly string[],
): readonly string[] {
  const supportedNames = settings.filter((name) => name.startsWith(openTelemetryPrefix));
  return variables.flatMap((name) => {
    if (settings.includes(name)) return [];
    const suggestion = settings.find((setting) => resembles(name, setting));
    if (suggestion !== undefined) return [`${name} is not a setting, but ${suggestion} is`];
    return name.startsWith(openTelemetryPrefix)
      ? [`${name} is not supported; the supported names are ${supportedNames.join(', ')}`]
      : [];
  });
}

const openTelemetryPrefix = 'OTEL_';

/** IS_SANDBOX, a variable of other programs, must not resemble SANDBOX, and POST must not resemble PORT. */
function resembles(name: string, setting: string): boolean {
  const letters = lettersOf(setting);
  const errors = countTypingErrors(lettersOf(name), letters);
  if (letters.length > 8) return errors <= 2;
  return letters.length > 4 ? errors <= 1 : errors === 0;
}

const lettersOf = (name: string): string => name.toUpperCase().replace(/[_.-]/g, '');

/** Counts missing, extra, wrong or swapped letters. Infinite if the lengths are far apart. */
function countTypingErrors(name: string, setting: string): number {
  if (Math.abs(name.length - setting.length) > 2) return Number.POSITIVE_INFINITY;
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: setting.length + 1 }, (_, column) => column);
  for (let row = 1; row <= name.length; row += 1) {
    const currentRow = [row];
    for (let column = 1; column <= setting.length; column += 1) {
      const isSame = name[row - 1] === setting[column - 1];
      const isSwapped =
        row > 1 && name[row - 1] === setting[column - 2] && name[row - 2] === setting[column - 1];
      currentRow[column] = Math.min(
        (lastRow[column] ?? 0) + 1,
        (currentRow[column - 1] ?? 0) + 1,
        (lastRow[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rowBeforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rowBeforeLast = lastRow;
    lastRow = currentRow;
  }
  return lastRow[setting.length] ?? 0;
}
