/** Only the parser of a branded type makes its values, so they have been checked. */

declare const brand: unique symbol;

export type Branded<T, Name extends string> = T & { readonly [brand]: Name };
