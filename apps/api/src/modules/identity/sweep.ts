const atOnce = 5000
const roundsMost = 20

/** Removes rows in statements of at most 5,000, so that no lock is long, and at most 20 of them; the next sweep goes on. */
export async function sweepInRounds(remove: (most: number) => Promise<number>): Promise<void> {
  for (let round = 0; round < roundsMost; round++) if ((await remove(atOnce)) < atOnce) return
}
