import { signal } from '../../wire/signal.ts'

/** The filters, the order and the cursor with which the board was left: the way back from a match leads there. */
export const boardPlace = signal<Readonly<Record<string, string | undefined>>>({})

/** What the board knows and the line above it says: the matches in play, and what competitions are called. */
export const boardFacts = signal<{
  readonly live: number
  readonly nameOf: (competitionId: string) => string | undefined
}>({
  live: 0,
  nameOf: () => undefined,
})
