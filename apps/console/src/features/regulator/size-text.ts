const units = ['B', 'KB', 'MB', 'GB'] as const

/** A size in bytes for people: "1.4 MB"; a dash for none. */
export function sizeText(bytes: number | null): string {
  if (bytes === null) return '–'
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}
