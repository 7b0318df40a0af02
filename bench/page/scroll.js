// Runs in the page. `scrollBy(px, ms)` scrolls the table by so many pixels in each frame, back at an end, and returns the time between frames;
// `loadAll(rows)` goes to the end of the table again and again until it has so many rows, with the frames meanwhile.
{
  const table = () => document.querySelector('[role=grid]')
  const rowCount = () => Number(table().getAttribute('aria-rowcount')) - 1
  const frames = async (step) => {
    const took = []
    let last = await new Promise(requestAnimationFrame)
    while (step()) {
      const now = await new Promise(requestAnimationFrame)
      took.push(now - last)
      last = now
    }
    return took
  }
  globalThis.scrollTable = (px, ms) => {
    const scroller = table().parentElement
    const until = performance.now() + ms
    let by = px
    return frames(() => {
      const end = scroller.scrollHeight - scroller.clientHeight - 2_000
      if (scroller.scrollTop + by > end) by = -px
      if (scroller.scrollTop + by < 0) by = px
      scroller.scrollTop += by
      return performance.now() < until
    })
  }
  globalThis.loadAll = async (rows, untilMs) => {
    const scroller = table().parentElement
    const until = performance.now() + untilMs
    const took = await frames(() => {
      scroller.scrollTop = scroller.scrollHeight
      return rowCount() < rows && performance.now() < until
    })
    return { rows: rowCount(), frames: took }
  }
}
