const rowsMax = 60

/** Prints how long files and journeys took, the longest first, with their share of the sum. `durations` are pairs of a name and milliseconds. */
export function printDurations(durations) {
  const sum = durations.reduce((total, [, ms]) => total + ms, 0)
  const byFile = new Map()
  for (const [name, ms] of durations) {
    const [file] = name.split(/:\d/)
    byFile.set(file, (byFile.get(file) ?? 0) + ms)
  }
  print(`Files and files of journeys: ${seconds(sum)} s of work in ${byFile.size}`, [...byFile], sum)
  const journeys = durations.filter(([name]) => name.startsWith('e2e/'))
  if (journeys.length > 0) print(`Journeys: ${journeys.length}`, journeys, sum)
}

function print(title, rows, sum) {
  const longest = rows.toSorted(([, a], [, b]) => b - a)
  console.log(`\n${title}\n seconds  share`)
  for (const [name, ms] of longest.slice(0, rowsMax))
    console.log(`${seconds(ms).padStart(8)} ${`${((100 * ms) / sum).toFixed(1)} %`.padStart(7)}  ${name}`)
  const rest = longest.slice(rowsMax)
  if (rest.length > 0) {
    const restMs = rest.reduce((total, [, ms]) => total + ms, 0)
    console.log(
      `${seconds(restMs).padStart(8)} ${`${((100 * restMs) / sum).toFixed(1)} %`.padStart(7)}  ${rest.length} others`,
    )
  }
}

const seconds = (ms) => (ms / 1000).toFixed(1)
