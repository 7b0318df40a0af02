/** Facts of a decision or of a line of the audit log, as JSON. */
export type Facts = { readonly [name: string]: string | number | boolean | null | string[] }
