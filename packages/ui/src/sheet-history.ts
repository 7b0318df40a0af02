/** The parts of a window that the entries of open sheets need. */
export type HistoryWindow = {
  history: Pick<History, 'go' | 'pushState' | 'state'>
  addEventListener(type: 'popstate', run: () => void): void
}

const key = 'sheets'

/**
 * Gives every open sheet an entry in the browser's history with the address of its page, so that Back closes the sheet opened
 * last and stays on the page. `onOpen` takes the function that closes the sheet, and returns a function to call when the sheet is
 * closed in another way, which removes its entry. A sheet that opens while another one closes reuses its entry, and also the entry
 * of a sheet that was open at a reload. Back skips an entry whose sheet was left by a navigation.
 */
export function sheetHistory({ history, addEventListener }: HistoryWindow) {
  const open: { close: () => void }[] = []
  /** True while the history moves back over unused entries; a sheet that opens meanwhile gets its entry afterwards. */
  let leaving = false

  const entries = (): number => {
    const count: unknown = Object(history.state)[key]
    return typeof count === 'number' ? count : 0
  }
  const adjust = (): void => {
    if (leaving) return
    const unused = entries() - open.length
    leaving = unused > 0
    if (leaving) history.go(-unused)
    else while (entries() < open.length) history.pushState({ ...history.state, [key]: entries() + 1 }, '')
  }
  const plan = (): void => queueMicrotask(adjust)

  addEventListener('popstate', () => {
    if (!leaving) for (const { close } of open.splice(entries()).toReversed()) close()
    leaving = false
    adjust()
  })

  return {
    onOpen(close: () => void): () => void {
      const sheet = { close }
      open.push(sheet)
      plan()
      return () => {
        const at = open.indexOf(sheet)
        if (at >= 0) open.splice(at, 1)
        plan()
      }
    },
  }
}
