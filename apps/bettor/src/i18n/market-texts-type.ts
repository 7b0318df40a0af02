/** A language's texts for what the server sends in English: markets and sports by id, outcomes by the words of their labels. */
export type MarketTexts = {
  readonly markets: Readonly<Record<string, string>>
  readonly sports: Readonly<Record<string, string>>
  /** The words of an outcome that teams share: "Draw", and the word between the two results of a double chance. */
  readonly draw: string
  readonly or: string
  /** Words of an outcome's label; where one is the beginning of another, the longer comes first. */
  readonly outcomes: readonly (readonly [english: RegExp, own: string])[]
}
