/**
 * A value as a line of NDJSON. Two signs that many programs take for the end of a line, though JSON does not, are written as escapes: texts of
 * people and of providers may have them.
 */
export const ndjsonLine = (value: object): string =>
  `${JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, (sign) => (sign === '\u2028' ? String.raw`\u2028` : String.raw`\u2029`))}\n`
