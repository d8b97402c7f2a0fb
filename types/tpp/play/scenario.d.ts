import { type PlayerOptions } from './player.js';
/** A scenario as the command line lists it. */
export interface ScenarioOutline {
    readonly name: string;
    /** The name of the creditor that selects it. */
    readonly creditorName: string;
    readonly description: string;
}
export declare const scenarioList: readonly ScenarioOutline[];
export interface Played {
    readonly scenario: string;
    /** null where nothing was stored. */
    readonly paymentId: string | null;
    readonly transactionStatus: string | null;
    /** Why the payment stands so, or the answer of the bank. */
    readonly reason: string;
}
/** By its name, in any case, with dashes or underscores; null when there is none. */
export declare function scenarioNamed(name: string): ScenarioOutline | null;
export declare function playScenario({ name, creditorName }: ScenarioOutline, options: PlayerOptions): Promise<Played>;
