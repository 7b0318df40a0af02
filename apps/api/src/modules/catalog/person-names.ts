import { searchText } from '#platform/search-text'

/**
 * The only entry of a squad whose name means the same person; undefined if none does, or several. The spelling may differ in capitals,
 * accents, spaces and the order of the words, and a first name may be an initial ("J. Mwashera" is Juma Mwashera, a surname alone nobody).
 */
export function personIn<Entry extends { readonly name: string }>(
  squad: readonly Entry[],
  name: string,
): Entry | undefined {
  const words = wordsOf(name)
  const same = squad.filter((entry) => wordsOf(entry.name).toSorted().join(' ') === words.toSorted().join(' '))
  const found = same.length > 0 ? same : squad.filter((entry) => abbreviates(words, wordsOf(entry.name)))
  return found.length === 1 ? found[0] : undefined
}

/** The spellings that mean different persons, in their order: of one person the first. */
export function persons(names: readonly string[]): string[] {
  const kept: { name: string }[] = []
  for (const name of names) if (!personIn(kept, name)) kept.push({ name })
  return kept.map(({ name }) => name)
}

const wordsOf = (name: string): string[] => searchText(name).split(' ').filter(Boolean)

/** Whether two names have a whole word in common and the others are initials of each other; one may leave out middle names. */
function abbreviates(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const left = [...long]
  let whole = 0
  for (const word of short.toSorted((a, b) => b.length - a.length)) {
    const at = left.findIndex((each) => each === word || isInitial(word, each) || isInitial(each, word))
    if (at < 0) return false
    if (word.length > 1 && left[at] === word) whole++
    left.splice(at, 1)
  }
  return short.length > 1 && whole > 0
}

const isInitial = (initial: string, word: string): boolean => initial.length === 1 && word.startsWith(initial)
