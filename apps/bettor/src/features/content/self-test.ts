/**
 * The sum of the nine answers of the Problem Gambling Severity Index (Ferris and Wynne 2001), each 0 to 3; undefined until
 * all are given. 0 none, 1 to 2 low, 3 to 7 moderate, 8 or more problem gambling.
 */
export function scoreOf(answers: readonly (number | undefined)[]): number | undefined {
  return answers.reduce<number | undefined>(
    (sum, answer) => (sum === undefined || answer === undefined ? undefined : sum + answer),
    0,
  )
}
