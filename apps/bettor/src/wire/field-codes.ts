/**
 * An empty replacement for the contract's English sentences, which only the server sends. The browser has a text for each code
 * (forms/field-text.ts).
 */
export const fieldSentences: Readonly<Record<string, undefined>> = {}
