// Runs in the page: from `begin()` on, shifts and the time to answer a tap; until `endCount()`, frames and which parts of the rows
// were touched.
{
  const seen = (globalThis.seen = { shift: 0, moved: [], frames: [], taps: [], cells: 0, others: 0 })
  // What a tap or the end of an arrow changes on a cell is not a price.
  const notPrices = /^(aria-pressed|tabindex|data-move)$/
  globalThis.begin = () => {
    const hear = (type, take, more = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, ...more })
    hear('layout-shift', (entry) => {
      if (entry.hadRecentInput) return
      seen.shift += entry.value
      for (const { node } of entry.sources) seen.moved.push((node?.parentElement ?? node)?.outerHTML?.slice(0, 120))
    })
    hear('event', (entry) => entry.interactionId && seen.taps.push(entry.duration), { durationThreshold: 16 })
    let counted = false
    let last = 0
    const frame = (now) => {
      if (counted) return
      if (last > 0) seen.frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    const counting = new MutationObserver((changes) => {
      const cells = new Set()
      const others = new Set()
      for (const { target, type, attributeName } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const cell = element?.closest('.odd')
        if (type === 'attributes' && notPrices.test(attributeName)) continue
        if (cell) cells.add(cell)
        else if (element?.closest('main li') && !element.closest('.unseen, [aria-hidden]')) others.add(element)
      }
      seen.cells += cells.size
      seen.others += others.size
    })
    counting.observe(document.body, { subtree: true, characterData: true, childList: true, attributes: true })
    // The counting is the bench's own work: a tap that is timed shall not wait for it.
    globalThis.endCount = () => {
      counted = true
      counting.disconnect()
    }
  }
}
