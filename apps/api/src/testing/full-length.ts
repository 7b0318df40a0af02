/** Whether a longer suite runs, which draws every sample. */
export const isFullLength = process.env['FULL_LENGTH'] === '1'

/** `describe.each(fullLength)(…)` holds tests that only a longer suite runs, beside their shorter neighbours. */
export const fullLength: readonly string[] = isFullLength ? ['at full length'] : []
