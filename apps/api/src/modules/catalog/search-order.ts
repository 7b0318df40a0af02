import type { Trigrams, Wanted } from '#platform/word-similarity'

/** Lower than PostgreSQL's default 0.6, so that a word with two swapped letters matches. */
const similarityMin = 0.45

/** Two names that are compared as one. */
export type Joined = Omit<Trigrams, 'id'> & { readonly parts: readonly [Trigrams, Trigrams] }

type Padded = Pick<Trigrams, 'padded'>

export function joined(first: Trigrams, second: Trigrams): Joined {
  const inOrder = new Int32Array(first.inOrder.length + second.inOrder.length)
  inOrder.set(first.inOrder)
  inOrder.set(second.inOrder, first.inOrder.length)
  return { padded: first.padded + second.padded.slice(1), inOrder, parts: [first, second] }
}

const contains = ({ text }: Wanted, { padded }: Padded): boolean => padded.includes(text)

/** Whether names contain a text or are similar enough to it. */
export function isSimilar(wanted: Wanted, names: Joined): boolean {
  const [first, second] = names.parts
  const sharedMax = wanted.shared(first) + wanted.shared(second)
  if (sharedMax >= wanted.sure && contains(wanted, names)) return true
  if (sharedMax / wanted.size < similarityMin) return false
  return wanted.similarity(names.inOrder) >= similarityMin
}

/** Whether names have every word of a text. */
export const hasWords = ({ text }: Wanted, { padded }: Trigrams): boolean =>
  text.split(' ').every((word) => padded.includes(` ${word} `))

/** How near names are to a text: 0 if it begins a word of them, 2 if they contain it elsewhere, otherwise 3. */
export function nearness(wanted: Wanted, words: Trigrams): number {
  if (!contains(wanted, words)) return 3
  return words.padded.includes(` ${wanted.text}`) ? 0 : 2
}

type Order<T> = {
  /** How many are returned at most. */
  readonly max: number
  /** Whether a row counts although its names are not similar. */
  readonly isNamed?: (row: T) => boolean
  /** What comes before the similarity, smaller first. */
  readonly before: (row: T) => number
  /** What comes after the similarity. */
  readonly compare: (a: T, b: T) => number
}

type Placed<T> = { readonly row: T; readonly before: number; readonly hundredths: number }

/**
 * The rows whose names contain a text or are similar enough to it: by `before`, then by similarity in whole hundredths, then by `compare`.
 * The similarity is computed only for rows that can be among the first `max`.
 */
export function mostSimilar<T extends { readonly words: Trigrams }>(
  wanted: Wanted,
  rows: readonly T[],
  { max, isNamed = () => false, before, compare }: Order<T>,
): T[] {
  const first: Placed<T>[] = []
  const byOrder = (a: Placed<T>, b: Placed<T>): number =>
    a.before - b.before || b.hundredths - a.hundredths || compare(a.row, b.row)
  /** The most hundredths that names with this many trigrams of the text can have. */
  const mostBy = Array.from({ length: wanted.size + 1 }, (_, shared) => hundredths(Math.fround(shared / wanted.size)))
  for (const row of rows) {
    const shared = wanted.shared(row.words)
    const counts = (shared >= wanted.sure && contains(wanted, row.words)) || isNamed(row)
    if (!counts && shared / wanted.size < similarityMin) continue
    const best = { row, before: before(row), hundredths: mostBy[shared] ?? 100 }
    const last = first[max - 1]
    if (last && byOrder(best, last) >= 0) continue
    const similarity = wanted.similarity(row.words.inOrder)
    if (!counts && similarity < similarityMin) continue
    const placed = { ...best, hundredths: hundredths(similarity) }
    const at = first.findIndex((other) => byOrder(placed, other) < 0)
    first.splice(at < 0 ? first.length : at, 0, placed)
    if (first.length > max) first.pop()
  }
  return first.map(({ row }) => row)
}

/** A similarity in whole hundredths, halves upwards; six digits of it count, as in PostgreSQL's numeric. */
const hundredths = (similarity: number): number => Math.round(Number(similarity.toPrecision(6)) * 100 + 1e-9)
