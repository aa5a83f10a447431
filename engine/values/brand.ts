declare const brand: unique symbol;

/**
 * A string with one meaning. Only a cast creates it, in the function that makes or validates the value, so that it
 * cannot be swapped with another string. It can be used as any string, and costs nothing at run time.
 */
export type Brand<Name extends string> = string & { readonly [brand]: Name };
