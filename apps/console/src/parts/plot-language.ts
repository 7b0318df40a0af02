type WithLanguage = { readonly language?: string | undefined }

/**
 * uPlot reads the browser's language when it is loaded, and throws for one that is none, as "en-US@posix": it then reads "en-GB". What loads
 * uPlot calls this before. Returns whether the language was replaced.
 */
export function givePlotsALanguage(browser: WithLanguage = globalThis.navigator): boolean {
  try {
    void new Intl.NumberFormat(browser.language)
    return false
  } catch {
    Object.defineProperty(browser, 'language', { value: 'en-GB', configurable: true })
    return true
  }
}

/** Loads code that draws with uPlot. */
export function loadPlot<T>(load: () => Promise<T>): Promise<T> {
  givePlotsALanguage()
  return load()
}
