/**
 * Branded types: a value of such a type can only come from its parser, so it has been checked. Types alone.
 */

declare const brand: unique symbol;

/** `T`, marked as having passed the checks that `Name` stands for. */
export type Branded<T, Name extends string> = T & { readonly [brand]: Name };
