/**
 * In place of the contract's English sentences, which only the server sends: the browser has its own for each code
 * (forms/field-text.ts).
 */
export const fieldSentences: Readonly<Record<string, undefined>> = {}
