import type { Planned } from './model.ts'

type Line = { readonly name: string; readonly color: string; readonly of: (minute: Planned) => number }
type Panel = { readonly title: string; readonly lines: readonly Line[] }

const width = 960
const panelHeight = 150
const margin = { left: 70, right: 20, top: 34, bottom: 26 }

const panels: readonly Panel[] = [
  {
    title: 'Requests per second',
    lines: [
      { name: 'pages and match pages', color: '#8a63d2', of: ({ demand }) => (demand.pages + demand.matchPages) / 60 },
      { name: 'bets', color: '#1f9d55', of: ({ demand }) => demand.bets / 60 },
      { name: 'cash-out prices', color: '#d9822b', of: ({ demand }) => demand.cashOutQuotes / 60 },
    ],
  },
  { title: 'Open sockets', lines: [{ name: 'sockets', color: '#2b7bb9', of: ({ demand }) => demand.sockets }] },
  {
    title: 'Busy cores, in the busiest seconds of each minute',
    lines: [
      { name: 'web', color: '#2b7bb9', of: ({ busy }) => busy.web },
      { name: 'PostgreSQL, reads of pages', color: '#8a63d2', of: ({ busy }) => busy.reads },
      { name: 'PostgreSQL, the rest', color: '#c23030', of: ({ busy }) => busy.writes },
      { name: 'jobs', color: '#d9822b', of: ({ busy }) => busy.jobs },
    ],
  },
]

/** Draws a plan as an SVG chart: requests, sockets and busy cores over the day. */
export function pictureOf(plan: readonly Planned[], title: string): string {
  const height = panels.length * panelHeight + 40
  const drawn = panels.map((panel, n) => panelOf(plan, panel, 40 + n * panelHeight))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${margin.left}" y="22" font-size="15" font-weight="bold" fill="#1c2024">${escaped(title)}</text>
${drawn.join('\n')}
</svg>
`
}

function panelOf(plan: readonly Planned[], { title, lines }: Panel, top: number): string {
  const bottom = top + panelHeight - margin.bottom
  const maximum = nice(Math.max(1, ...plan.flatMap((planned) => lines.map(({ of }) => of(planned)))))
  const x = (minute: number): string =>
    (margin.left + (minute / plan.length) * (width - margin.left - margin.right)).toFixed(1)
  const y = (value: number): string => (bottom - (value / maximum) * (bottom - top - margin.top + 8)).toFixed(1)
  const grid = [0, 0.5, 1].map((part) => {
    const at = y(part * maximum)
    return `<line x1="${margin.left}" x2="${width - margin.right}" y1="${at}" y2="${at}" stroke="#d8dce0"/><text x="${margin.left - 8}" y="${Number(at) + 4}" text-anchor="end" fill="#555b61">${(part * maximum).toLocaleString('en')}</text>`
  })
  const hours = Array.from({ length: Math.floor(plan.length / 180) + 1 }, (_, n) => n * 180).map(
    (minute) => `<text x="${x(minute)}" y="${bottom + 15}" text-anchor="middle" fill="#555b61">${clock(minute)}</text>`,
  )
  let at = width - margin.right
  const keys = lines.toReversed().map(({ name, color }) => {
    at -= name.length * 6.6 + 22
    return `<rect x="${at.toFixed(0)}" y="${top + 4}" width="12" height="3" fill="${color}"/><text x="${(at + 16).toFixed(0)}" y="${top + 10}" fill="#1c2024">${escaped(name)}</text>`
  })
  const paths = lines.map(
    ({ color, of }) =>
      `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${plan.map((planned, minute) => `${x(minute)},${y(of(planned))}`).join(' ')}"/>`,
  )
  return [
    `<text x="${margin.left}" y="${top + 10}" fill="#1c2024">${escaped(title)}</text>`,
    ...grid,
    ...hours,
    ...keys,
    ...paths,
  ].join('\n')
}

/** The next number of the form 1, 2 or 5 times a power of ten. */
function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

export const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
