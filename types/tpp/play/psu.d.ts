export interface Visit {
    /** The link for the PSU; opened at `base` instead when its own address does not answer. */
    readonly link: string;
    readonly base: string;
    readonly customerNumber: string;
    readonly outcome: 'APPROVE' | 'REJECT';
    /** Called for every page that is opened and every form that is sent. */
    readonly onStep: (step: Step) => void;
}
export interface Step {
    readonly method: string;
    readonly path: string;
    readonly status: number;
}
/** A page with an unknown form. */
export declare class PageError extends Error {
}
/** Goes through the pages to their end; returns the address to which the PSU is sent back. */
export declare function visitPages(visit: Visit): Promise<string>;
