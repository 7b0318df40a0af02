/** The text with plain digits and letters of one width, and without marks that are not seen. */
export const typedText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}\u2800]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)))

/** The value of a decimal digit of any script: Unicode has them in blocks of ten. */
function digitOf(code: number): number {
  let zero = code
  while (zero > 0x30 && code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}
