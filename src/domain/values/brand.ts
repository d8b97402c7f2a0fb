/** Branded types. Only a parser makes their values, so each value has been checked. */

declare const brand: unique symbol;

export type Branded<T, Name extends string> = T & { readonly [brand]: Name };
