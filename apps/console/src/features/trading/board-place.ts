import { signal } from '../../wire/signal.ts'

/** The filters, the order and the cursor with which the board was left: the way back from a match leads there. */
export const boardPlace = signal<Readonly<Record<string, string | undefined>>>({})
