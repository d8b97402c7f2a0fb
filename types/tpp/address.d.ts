export type Environment = Readonly<Record<string, string | undefined>>;
/** Without a trailing slash; null when it is no http or https address. */
export declare function serviceAddress(url: string | undefined, env: Environment): string | null;
/**
 * Loads the settings of `.env`, if there is one, into the environment; existing values stay. Returns those of the
 * file, which any other terminal in this folder loads too.
 */
export declare function readEnvFile(): Environment;
