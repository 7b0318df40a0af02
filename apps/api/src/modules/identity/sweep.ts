const rowsMax = 5000
const roundsMax = 20

/** Removes rows in at most 20 statements of at most 5,000 rows each, so that no lock is held for long. The next sweep continues. */
export async function sweepInRounds(remove: (most: number) => Promise<number>): Promise<void> {
  for (let round = 0; round < roundsMax; round++) if ((await remove(rowsMax)) < rowsMax) return
}
