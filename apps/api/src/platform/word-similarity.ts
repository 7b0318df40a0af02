/** A text of `searchText`: its number, itself with a space around it, and the numbers of its trigrams in their order. */
export type Trigrams = { readonly id: number; readonly padded: string; readonly inOrder: Int32Array }

/** A text that is compared with many others. */
export type Wanted = {
  readonly text: string
  /** How many different trigrams it has. */
  readonly size: number
  /** How many different trigrams of this text every text has that contains it, also in the middle of words. */
  readonly sure: number
  /** How many different trigrams of this text another has at all. Divided by `size` they are the most that the similarity can be. */
  shared(other: Trigrams): number
  /**
   * How similar this text is to the part of another that is most similar to it, from 0 to 1: the trigrams that both have, divided by those
   * that either has. The part is a run of the other's trigrams. Returns the same as PostgreSQL's `word_similarity` (contrib/pg_trgm,
   * trgm_op.c), so "arsnal" and "arsenal london" give 0.5.
   */
  similarity(inOrder: Int32Array): number
}

/** Texts that are searched: each is kept once, and each trigram has the list of its texts. */
export type SearchedTexts = ReturnType<typeof openSearchedTexts>

export function openSearchedTexts() {
  const texts = new Map<string, Trigrams>()
  const numbers = new Map<string, number>()
  /** The texts of each trigram. */
  const textsOf: number[][] = []

  function numberOf(trigram: string): number {
    const number = numbers.get(trigram) ?? textsOf.push([]) - 1
    numbers.set(trigram, number)
    return number
  }

  function add(text: string): Trigrams {
    const id = texts.size
    const inOrder = Int32Array.from(trigramsOf(text), numberOf)
    for (const trigram of new Set(inOrder)) textsOf[trigram]?.push(id)
    const added = { id, padded: ` ${text} `, inOrder }
    texts.set(text, added)
    return added
  }

  return {
    count: (): number => texts.size,
    of: (text: string): Trigrams => texts.get(text) ?? add(text),

    /** Prepares a text for comparison with the texts that were added before. */
    wanted(text: string): Wanted {
      const inOrder = trigramsOf(text)
      const trigrams = new Set(inOrder)
      const isWanted = new Uint8Array(textsOf.length)
      const sharedBy = new Uint8Array(texts.size)
      for (const trigram of trigrams) {
        const number = numbers.get(trigram)
        if (number === undefined) continue
        isWanted[number] = 1
        for (const id of textsOf[number] ?? []) sharedBy[id] = (sharedBy[id] ?? 0) + 1
      }
      return {
        text,
        size: trigrams.size,
        // The first two have the space before the text, and the last one has the space after it.
        sure: new Set(inOrder.slice(2, -1)).size,
        shared: ({ id }) => sharedBy[id] ?? 0,
        similarity: similarityTo(isWanted, trigrams.size),
      }
    },
  }
}

/** The trigrams of each word with two spaces before and one after it. */
function trigramsOf(text: string): string[] {
  return text.split(' ').flatMap((word) => {
    const letters = word === '' ? [] : [' ', ' ', ...word, ' ']
    return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`)
  })
}

/** Compares a text that has `size` different trigrams with others. */
function similarityTo(isWanted: Uint8Array, size: number): Wanted['similarity'] {
  /** The last place of each trigram in the current part, counted from 1. Empty between comparisons. */
  const lastAt = new Int32Array(isWanted.length)
  const scoreOf = (shared: number, all: number): number => Math.fround(shared / (size + all - shared))

  return (inOrder) => {
    /** The current part: its first place, how many different trigrams it has, and how many of them are wanted. */
    let [from, all, shared] = [-1, 0, 0]
    let best = 0
    for (let to = 0; to < inOrder.length; to++) {
      const trigram = inOrder[to] ?? 0
      const isShared = isWanted[trigram] === 1
      if (from < 0) {
        if (!isShared) continue
        from = to
      }
      if (lastAt[trigram] === 0) {
        all++
        if (isShared) shared++
      }
      lastAt[trigram] = to + 1
      if (!isShared) continue
      // The most similar of the parts that end here and begin where this part does or later.
      let [bestFrom, bestAll, bestShared] = [from, all, shared]
      let score = scoreOf(shared, all)
      for (let first = from; first < to; first++) {
        const gone = inOrder[first] ?? 0
        if (lastAt[gone] === first + 1) {
          all--
          if (isWanted[gone] === 1) shared--
        }
        const shorter = scoreOf(shared, all)
        if (shorter <= score) continue
        score = shorter
        bestFrom = first + 1
        bestAll = all
        bestShared = shared
      }
      for (let first = from; first < bestFrom; first++) {
        const gone = inOrder[first] ?? 0
        if ((lastAt[gone] ?? 0) <= bestFrom) lastAt[gone] = 0
      }
      from = bestFrom
      all = bestAll
      shared = bestShared
      best = Math.max(best, score)
    }
    for (const trigram of inOrder) lastAt[trigram] = 0
    return best
  }
}
