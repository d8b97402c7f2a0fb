/** A branded type. Only its parser makes values of it, so they have been checked. */

declare const brand: unique symbol;

export type Branded<T, Name extends string> = T & { readonly [brand]: Name };
