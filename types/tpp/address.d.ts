export type Environment = Readonly<Record<string, string | undefined>>;
/** Without a trailing slash; null when it is no http or https address. */
export declare function serviceAddress(url: string | undefined, env: Environment): string | null;
