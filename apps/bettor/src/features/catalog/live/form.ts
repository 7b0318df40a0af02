export type Outcome = 'won' | 'drawn' | 'lost'
export type FormMark = 'W' | 'D' | 'L'

const marks: Readonly<Record<Outcome, FormMark>> = { won: 'W', drawn: 'D', lost: 'L' }

/** The results of a team's last matches, the newest last. The input has the newest first. */
export const formOf = (matches: readonly { outcome: Outcome }[]): FormMark[] =>
  matches.map(({ outcome }) => marks[outcome]).toReversed()
