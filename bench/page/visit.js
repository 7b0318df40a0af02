// Runs before the scripts of the page. Records paints, layout shifts, the time of long tasks beyond 50 ms, and the end of the frame
// that first shows a row, a form or a heading.
{
  const seen = (globalThis.seen = { lcp: 0, what: '', cls: 0, blocking: 0, first: 0, content: 0 })
  const observe = (type, onEntry) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true })
  observe('paint', (entry) => (seen.first ||= entry.startTime))
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
    seen.what = (entry.element?.textContent ?? '').trim().slice(0, 30)
  })
  observe('layout-shift', (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value))
  const content = 'main li, main form, main .odds, main h1:not(.unseen)'
  const check = () =>
    document.querySelector(content)?.getClientRects().length
      ? setTimeout(() => (seen.content = performance.now()))
      : requestAnimationFrame(check)
  requestAnimationFrame(check)
  observe('longtask', (entry) => (seen.blocking += Math.max(0, entry.duration - 50)))
}
