/** `npm test` is shorter than the nightly run (NIGHTLY=1). */

export const nightly = process.env.NIGHTLY === '1';

/** The rounds of a race, or requests of a flood, in `npm test` and in the nightly run. */
export const rounds = (usual: number, ofNightly: number): number => (nightly ? ofNightly : usual);
