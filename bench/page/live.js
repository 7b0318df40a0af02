// Runs in the page. From `begin()`, records layout shifts and the handling time of taps; counts frames and changed parts of rows
// until `endCount()`.
{
  const seen = (globalThis.seen = { shift: 0, moved: [], frames: [], taps: [], cells: 0, others: 0 })
  // Attributes of a cell that change on a tap or when an arrow ends; these changes are not prices.
  const notPrices = /^(aria-pressed|tabindex|data-move)$/
  globalThis.begin = () => {
    const observe = (type, onEntry, options = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, ...options })
    observe('layout-shift', (entry) => {
      if (entry.hadRecentInput) return
      seen.shift += entry.value
      for (const { node } of entry.sources) seen.moved.push((node?.parentElement ?? node)?.outerHTML?.slice(0, 120))
    })
    observe('event', (entry) => entry.interactionId && seen.taps.push(entry.duration), { durationThreshold: 16 })
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
    // Counting is work of the bench: it must not delay timed taps.
    globalThis.endCount = () => {
      counted = true
      counting.disconnect()
    }
  }
}
