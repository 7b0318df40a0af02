/** The parts of a window that the entries of open sheets need. */
export type HistoryWindow = {
  history: Pick<History, 'go' | 'pushState' | 'state'>
  addEventListener(type: 'popstate', run: () => void): void
}

const key = 'sheets'

/**
 * Gives every open sheet an entry in the browser's history with the address of its page, so that Back closes the sheet opened
 * last and stays on the page. `onOpen` takes what closes the sheet and returns what to call once it is closed in another way:
 * its entry is left then. A sheet that closes while another one opens hands its entry over, and so does one that was open at a
 * reload. An entry without its sheet, after a navigation from it, is skipped by Back.
 */
export function sheetHistory({ history, addEventListener }: HistoryWindow) {
  const open: { close: () => void }[] = []
  let planned = false

  const entries = (): number => {
    const state: unknown = history.state
    const count = typeof state === 'object' && state !== null && key in state ? state[key] : 0
    return typeof count === 'number' ? count : 0
  }
  const leaveUnused = (): void => {
    if (entries() > open.length) history.go(open.length - entries())
  }
  const adjust = (): void => {
    planned = false
    leaveUnused()
    while (entries() < open.length) history.pushState({ ...history.state, [key]: entries() + 1 }, '')
  }
  const plan = (): void => {
    if (planned) return
    planned = true
    queueMicrotask(adjust)
  }

  addEventListener('popstate', () => {
    for (const { close } of open.splice(entries()).toReversed()) close()
    leaveUnused()
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
