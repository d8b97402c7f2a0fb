/** What `npm test` runs shorter than the nightly run (NIGHTLY=1), because somebody waits for it. */

export const nightly = process.env.NIGHTLY === '1';

/** How many rounds of a race, or requests of a flood: in `npm test`, and in the nightly run. */
export const rounds = (usual: number, ofNightly: number): number => (nightly ? ofNightly : usual);
