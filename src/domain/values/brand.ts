/** A brand marks a value that has passed a check. A value from the database gets its brand without another check. */

declare const brand: unique symbol;

export type Branded<T, Name extends string> = T & { readonly [brand]: Name };
