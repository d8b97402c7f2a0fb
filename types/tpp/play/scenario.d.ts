import { type ScenarioOutline } from './outlines.js';
import { type PlayerOptions } from './player.js';
export interface Played {
    readonly scenario: string;
    /** null where nothing was stored. */
    readonly paymentId: string | null;
    readonly transactionStatus: string | null;
    /** The reason of the payment's status, or the answer of the bank. */
    readonly reason: string;
}
export declare function playScenario({ name, creditorName }: ScenarioOutline, options: PlayerOptions): Promise<Played>;
