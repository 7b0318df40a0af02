/** The size of the picture in pixels, twice as wide as it is shown on a phone. */
export const pictureSize = { width: 936, height: 504 }

type Win = {
  odds: string
  picks: readonly string[]
  /** The amount, if the picture shows it. */
  amount: string | undefined
  site: string
}

const picksMax = 4
const font = (px: number, weight = 700): string => `${weight} ${px}px Roboto, system-ui, sans-serif`
/** The colours of the picture, which are those of the dark theme in both. */
const colours = { ground: '#2a2350', text: '#ffffff', quiet: '#cfc8f5', gold: '#f5b83d', violet: '#6e5aee' }

/** Draws a win: the woven strip, the odds or the amount, the first four picks with a tick, and the site. */
export function drawWin(canvas: HTMLCanvasElement, { odds, picks, amount, site }: Win): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = pictureSize
  context.fillStyle = colours.ground
  context.fillRect(0, 0, width, height)
  for (let x = 0; x < width; x += 24) {
    context.fillStyle = (x / 24) % 2 === 0 ? colours.gold : colours.violet
    context.fillRect(x, 0, 24, 36)
  }
  const middle = (36 + height - 100) / 2
  const write = (
    text: string,
    place: { x: number; y: number; colour?: string; font: string; widthMax: number },
  ): void => {
    context.fillStyle = place.colour ?? colours.text
    context.font = place.font
    context.fillText(text, place.x, place.y, place.widthMax)
  }
  write(odds, { x: 60, y: middle + (amount === undefined ? 44 : 10), font: font(132, 800), widthMax: 330 })
  if (amount !== undefined)
    write(amount, { x: 60, y: middle + 84, colour: colours.gold, font: font(60), widthMax: 330 })
  const lines = picks.length > picksMax ? [...picks.slice(0, picksMax - 1), `+${picks.length - picksMax + 1}`] : picks
  const lineHeight = 80
  const top = middle - ((lines.length - 1) * lineHeight) / 2 + 18
  lines.forEach((pick, n) =>
    write(`✓ ${pick}`, { x: 420, y: top + n * lineHeight, font: font(54, 400), widthMax: width - 420 - 40 }),
  )
  write(`nare · ${site}`, { x: 60, y: height - 36, colour: colours.quiet, font: font(54), widthMax: width - 120 })
}
