/** Translations of what the server sends in English: markets and sports by id, outcomes by the words of their labels. */
export type MarketTexts = {
  readonly markets: Readonly<Record<string, string>>
  readonly sports: Readonly<Record<string, string>>
  /** "Draw", and the "or" between the two results of a double chance. */
  readonly draw: string
  readonly or: string
  /** Replacements in an outcome's label, in order. If one pattern is a prefix of another, the longer one comes first. */
  readonly outcomes: readonly (readonly [english: RegExp, own: string])[]
}
