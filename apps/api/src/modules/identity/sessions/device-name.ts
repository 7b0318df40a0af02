/** What names a browser and a system in a user agent, the more special first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Opera Mini|OPiOS/, 'Opera Mini'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/EdgA?\/|EdgiOS/, 'Edge'],
  [/UCBrowser/, 'UC Browser'],
  [/FxiOS|Firefox/, 'Firefox'],
  [/CriOS|Chrome|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/KAIOS/i, 'KaiOS'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** A browser in words, as "Chrome, Android", by its user agent; undefined if it says nothing known. */
export function deviceName(agent: string | undefined): string | undefined {
  const nameIn = (list: typeof browsers) => list.find(([form]) => form.test(agent ?? ''))?.[1]
  const names = [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : undefined
}
