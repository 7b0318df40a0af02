// Runs in the page. `loadAll(rows, ms)` goes to the end of the table again and again until it has so many rows or the time is over.
// `beginFrames()` notes the time between frames until `endFrames()`, which returns them.
{
  const table = () => document.querySelector('[role=grid]')
  const rowCount = () => Number(table().getAttribute('aria-rowcount')) - 1
  globalThis.loadAll = async (rows, ms) => {
    const scroller = table().parentElement
    const until = performance.now() + ms
    while (rowCount() < rows && performance.now() < until) {
      scroller.scrollTop = scroller.scrollHeight
      await new Promise(requestAnimationFrame)
    }
    return rowCount()
  }
  let counted
  globalThis.beginFrames = () => {
    const frames = (counted = [])
    let last
    const frame = (now) => {
      if (frames !== counted) return
      if (last !== undefined) frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }
  globalThis.endFrames = () => {
    const frames = counted
    counted = undefined
    return frames
  }
}
