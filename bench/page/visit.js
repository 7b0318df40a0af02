// Runs in the page before anything of it: paints, shifts, what long tasks take beyond 50 ms, and the end of the frame that
// first shows a row, a form or a heading of the page itself.
{
  const seen = (globalThis.seen = { lcp: 0, what: '', cls: 0, blocking: 0, first: 0, content: 0 })
  const hear = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  hear('paint', (entry) => (seen.first ||= entry.startTime))
  hear('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
    seen.what = (entry.element?.textContent ?? '').trim().slice(0, 30)
  })
  hear('layout-shift', (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value))
  const standing = 'main li, main form, main .odds, main h1:not(.unseen)'
  const look = () =>
    document.querySelector(standing)?.getClientRects().length
      ? setTimeout(() => (seen.content = performance.now()))
      : requestAnimationFrame(look)
  requestAnimationFrame(look)
  hear('longtask', (entry) => (seen.blocking += Math.max(0, entry.duration - 50)))
}
