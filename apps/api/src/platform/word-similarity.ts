/** A text with the trigrams of its words, in their order. */
export type Trigrams = { readonly text: string; readonly inOrder: readonly string[]; readonly all: ReadonlySet<string> }

/** The trigrams of a text of `searchText`: those of each of its words with two spaces before and one after it. */
export function trigramsOf(text: string): Trigrams {
  const inOrder = text.split(' ').flatMap((word) => {
    const letters = word === '' ? [] : [' ', ' ', ...word, ' ']
    return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`)
  })
  return { text, inOrder, all: new Set(inOrder) }
}

/**
 * How similar a text is to the part of another that is most similar to it, from 0 to 1: the trigrams that both have, divided by those that
 * either has. The part is a run of the other's trigrams. Returns the same as PostgreSQL's `word_similarity` (contrib/pg_trgm, trgm_op.c), so
 * "arsnal" and "arsenal london" give 0.5.
 */
export function wordSimilarity(text: Trigrams, other: Trigrams): number {
  const { inOrder } = other
  /** The last place of each trigram in the current part. */
  const lastAt = new Map<string, number>()
  let part: Part | undefined
  let best = 0
  for (const [at, trigram] of inOrder.entries()) {
    const isShared = text.all.has(trigram)
    if (!part && !isShared) continue
    part ??= { from: at, shared: 0, size: 0 }
    if (!lastAt.has(trigram)) part = { ...part, shared: part.shared + (isShared ? 1 : 0), size: part.size + 1 }
    lastAt.set(trigram, at)
    if (!isShared) continue
    const { best: shortened, score } = shortenedFrom(part, at)
    for (const gone of inOrder.slice(part.from, shortened.from))
      if ((lastAt.get(gone) ?? at) < shortened.from) lastAt.delete(gone)
    part = shortened
    best = Math.max(best, score)
  }
  return best

  /** The most similar of the parts that end at `to` and begin where this part does or later. */
  function shortenedFrom(whole: Part, to: number): { best: Part; score: number } {
    let shared = whole.shared
    let size = whole.size
    let found = { best: whole, score: scoreOf(whole) }
    for (let from = whole.from; from <= to; from++) {
      const score = scoreOf({ shared, size })
      if (score > found.score) found = { best: { from, shared, size }, score }
      const trigram = inOrder[from] ?? ''
      if (lastAt.get(trigram) !== from) continue
      size--
      if (text.all.has(trigram)) shared--
    }
    return found
  }

  function scoreOf({ shared, size }: Pick<Part, 'shared' | 'size'>): number {
    return Math.fround(shared / (text.all.size + size - shared))
  }
}

/** A part of a text: its first trigram, how many different trigrams it has, and how many of them the other text has too. */
type Part = { readonly from: number; readonly shared: number; readonly size: number }
