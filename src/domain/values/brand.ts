/**
 * Branded types: a value that only its parser makes, so that what is typed as checked has been checked.
 * Types alone; nothing of this file exists when the program runs.
 */

declare const brand: unique symbol;

/** `T`, marked as having passed the checks that `Name` stands for. */
export type Branded<T, Name extends string> = T & { readonly [brand]: Name };
