export type Environment = Readonly<Record<string, string | undefined>>;
/** Without a trailing slash; null when it is no http or https address. */
export declare function serviceAddress(url: string | undefined, env: Environment): string | null;
/**
 * Takes the settings of `.env` into the environment, where there is such a file; what is set already stays. Answers those
 * of the file: every other terminal in this folder finds them too.
 */
export declare function readEnvFile(): Environment;
