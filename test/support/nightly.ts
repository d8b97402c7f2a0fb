/** What is played shorter by day than with NIGHTLY=1: `npm test` is for whoever waits for it. */

export const nightly = process.env.NIGHTLY === '1';

/** So many rounds of a race, so many requests of a flood. */
export const rounds = (byDay: number, byNight: number): number => (nightly ? byNight : byDay);
