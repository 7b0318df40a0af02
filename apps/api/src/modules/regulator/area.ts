import { operatorIncidents } from '@nare/contract/operator-incidents'
import { operatorRegulator } from '@nare/contract/operator-regulator'
import { done, refused } from '@nare/contract/outcome'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import { serveRegulator } from './doors.ts'
import { openFiles } from './files.ts'
import { openIncidents } from './incidents.ts'
import { openLines, type LinesDeps } from './lines.ts'
import * as store from './store.ts'
import { openStream } from './stream.ts'

type Deps = AreaDeps & Pick<LinesDeps, 'tickets' | 'identity'> & { readonly ledger: { readonly currency: string } }

const daysShown = 100

/** What the regulator reads: a stream, and a file of each day, made at 02:00 of the country. */
export function openRegulatorArea({ config, db, country, ledger, ...deps }: Deps) {
  const { addresses, folder, personal } = config.regulator
  const lines = openLines({ ...deps, db, personal })
  const incidents = openIncidents({ db, clock: deps.clock })
  const head = { country: country.code, currency: ledger.currency, zone: country.timeZone }
  const files = openFiles({ db, lines, folder, head })

  /** The days with their files, the newest first, and who has read what. */
  async function shown() {
    const [days, next, readers] = await Promise.all([
      files.newest(daysShown),
      store.nextDay(db, country.timeZone),
      store.readers(db),
    ])
    return {
      data: days.map(dayView),
      next: next ? { day: next.day, is_over: next.isOver } : null,
      readers: readers.map(({ at, ...reader }) => ({ ...reader, at: at.toISOString() })),
      folder,
      addresses: [...addresses],
      personal: [...personal],
    }
  }

  const area: Area = {
    jobs: [
      {
        name: 'files of the regulator',
        everyMs: 30_000,
        async run() {
          await lines.number()
          await files.makeDue()
        },
      },
    ],
    routes(mounting) {
      mount(mounting, operatorRegulator, {
        days: async () => done(await shown()),
        makeDay: async ({ day }) => {
          const made = await files.make(day)
          if (made === 'not_over') return refused('too_early', undefined, 'This day has not ended yet')
          if (made === 'no_day') return refused('not_found')
          return done(made === 'busy' ? { day, state: 'making' as const } : { day, state: 'made' as const })
        },
      })
      mount(mounting, operatorIncidents, {
        incidents: async (page) => done(await incidents.list(page)),
        openIncident: incidents.open,
        addToIncident: incidents.add,
      })
      const note = (reader: Omit<store.Reader, 'at'>): Promise<void> => store.noteReader(db, reader)
      serveRegulator(mounting, { files, stream: openStream(lines), addresses, note })
    },
  }
  return { area, incidents, regulator: { files, lines } }
}

const dayView = ({ day, previous, sha256, bytes, lines, begunAt, madeAt, isClaimed }: store.DayFile) => ({
  day,
  state: madeAt ? ('made' as const) : isClaimed ? ('making' as const) : ('stopped' as const),
  previous,
  sha256,
  bytes: bytes === null ? null : Number(bytes),
  lines: lines === null ? null : Number(lines),
  begun_at: begunAt.toISOString(),
  made_at: madeAt?.toISOString() ?? null,
})
