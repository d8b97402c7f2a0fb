import { differByAtMost } from '../domain/values/misspelling.ts';

/** Returns a fault for each variable that misspells a setting, or is an unsupported setting of OpenTelemetry. */
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

function resembles(name: string, setting: string): boolean {
  const letters = lettersOf(setting);
  return differByAtMost(errorsAllowed(letters.length), lettersOf(name), letters);
}

/** The limits are low, because IS_SANDBOX, a variable of other programs, must not resemble SANDBOX, and POST must not resemble PORT. */
function errorsAllowed(letterCount: number): number {
  if (letterCount > 8) return 2;
  return letterCount > 4 ? 1 : 0;
}

const lettersOf = (name: string): string => name.toUpperCase().replace(/[_.-]/g, '');
