/** A language's words for what the server says in English: markets and sports by id, outcomes by their words. */
export type MarketTexts = {
  readonly markets: Readonly<Record<string, string>>
  readonly sports: Readonly<Record<string, string>>
  /** Words of an outcome's label, longest first where one begins another. */
  readonly outcomes: readonly (readonly [english: RegExp, own: string])[]
}
