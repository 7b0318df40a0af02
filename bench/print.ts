/**
 * `npm run bench print [matches]`: draws a list of 500 matches as PDF, on A4 and on 80 mm, compared with bare pdfkit that writes as many
 * cells and rectangles without layout. Prints seconds, the peak of additional memory, and the longest delay of other work. Exits with 1
 * above 2 s or 100 MB.
 */
import { writeFile } from 'node:fs/promises'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import PDFDocument from 'pdfkit'
import { ke } from '../apps/api/src/country/ke.ts'
import { drawSheet } from '../apps/api/src/modules/print/draw.ts'
import type { PrintedMatches } from '../apps/api/src/modules/print/print.ts'
import { matchesSheet } from '../apps/api/src/modules/print/sheets.ts'

const count = Number(process.argv[2] ?? 500)
const folder = process.argv[3]
const cellsOfRow = 11
const [secondsMax, megabytesMax] = [2, 100]
const teams = [
  'Gor Mahia',
  'AFC Leopards',
  'Manchester United',
  'Bayern München',
  'Łódź',
  'Wolverhampton Wanderers',
  'Brighton & Hove Albion',
]

const peakMb = (): number => process.resourceUsage().maxRSS / 1024
const beforeMb = peakMb()

const team = (n: number): string => teams[n % teams.length] ?? ''
const price = (n: number): string => (1.2 + ((n * 37) % 900) / 100).toFixed(2)

const list: PrintedMatches = {
  data: Array.from({ length: count }, (_, n) => ({
    ...{
      match_id: String(10_000_000 + n),
      game_id: String(1025 + n),
      sport_id: '79',
      competition_id: String(Math.floor(n / 9)),
    },
    ...{ competition_name: `League ${Math.floor(n / 9) + 1}`, category: 'Kenya' },
    start_time: new Date(Date.UTC(2026, 10, 22, 12, (n % 20) * 15)).toISOString(),
    ...{
      home_team: team(n),
      away_team: team(n + 3),
      home_odd: price(n),
      neutral_odd: price(n + 1),
      away_odd: price(n + 2),
    },
    ...{
      odd_1x: price(n + 3),
      odd_12: price(n + 4),
      odd_x2: price(n + 5),
      over_odd: price(n + 6),
      under_odd: price(n + 7),
    },
    sms: `BET ${1025 + n}#1#100`,
  })),
  meta: {
    ...{ name: 'Highlights', printed_at: '2026-11-22T12:30:00.000Z', address: 'https://nare.example/print/matches' },
    ...{ pdf: '', help_line: '719', min_age: 18, sms_example: 'BET 1025#1#100', limit: count, total: count },
  },
}
const site = { brand: 'Nare', amounts: ke.amounts, timeZone: ke.timeZone, smsNumber: '22119' }

function bare(): Promise<number> {
  return new Promise((resolve) => {
    let bytes = 0
    const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false })
    doc.on('data', (chunk: Uint8Array) => void (bytes += chunk.length)).on('end', () => resolve(bytes))
    for (let row = 0; row < count; row++) {
      if (row % 64 === 0) doc.addPage().font('Helvetica', 7)
      const y = 20 + (row % 64) * 12
      for (let cell = 0; cell < 8; cell++) doc.rect(20 + cell * 30, y, 6, 6)
      doc.stroke()
      for (let cell = 0; cell < cellsOfRow; cell++) doc.text(price(row + cell), 20 + cell * 30, y, { lineBreak: false })
    }
    doc.end()
  })
}

/** Runs `run` once; prints its seconds, the peak of added memory so far and the longest delay of the event loop. */
async function measure(name: string, run: () => Promise<number>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  const bytes = await run()
  const seconds = (performance.now() - start) / 1000
  delay.disable()
  const peak = peakMb() - beforeMb
  console.log(
    `${name.padEnd(14)} ${seconds.toFixed(2)} s  ${peak.toFixed(0)} MB additional memory  ${(bytes / 1024).toFixed(0)} kB  other work waited at most ${(delay.max / 1e6).toFixed(0)} ms`,
  )
  return seconds
}

async function draw(width: 'a4' | '80mm', lang: 'en' | 'sw' = 'en'): Promise<number> {
  const query = { when: 'highlights', limit: count, lang, width } as const
  const file = await drawSheet(matchesSheet(list, query, site), new Date(list.meta.printed_at))
  if (folder !== undefined) await writeFile(`${folder}/matches-${width}-${lang}.pdf`, file)
  return file.length
}

const seconds = [await measure('A4', () => draw('a4')), await measure('80 mm', () => draw('80mm', 'sw'))]
const addedMb = peakMb() - beforeMb
await measure('bare pdfkit', bare)
const ok = Math.max(...seconds) < secondsMax && addedMb < megabytesMax
console.log(`${count} matches: ${ok ? 'within' : 'OVER'} ${secondsMax} s and ${megabytesMax} MB`)
process.exitCode = ok ? 0 : 1
