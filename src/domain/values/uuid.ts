export const isUuid = (text: string): boolean => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);

/** Version 7. A `sequence` replaces random bits, to order the UUIDs of one millisecond. */
export function timeOrderedUuid(at: number, randomUuid: string, sequence?: number): string {
  const time = at.toString(16).padStart(12, '0');
  // Positions 15 to 17 of a UUID are random digits, and position 18 is the hyphen before its last two groups.
  const order = sequence === undefined ? randomUuid.slice(15, 18) : Math.min(sequence, 0xfff).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order.padStart(3, '0')}${randomUuid.slice(18)}`;
}

/** Version 8 (for own uses): the same hash gives the same UUID. */
export const uuidOfHash = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

/** Looks like a UUID of the given version, for systems that may refuse version 8. */
export function versionedUuid(version: 4 | 5, hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
