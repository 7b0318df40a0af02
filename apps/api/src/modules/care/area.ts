import { sql } from 'kysely'
import { operatorCare as calls } from '@nare/contract/care'
import { done } from '@nare/contract/outcome'
import type { Area, AreaDeps } from '#area'
import type { Ledger } from '#modules/ledger/ledger'
import { mount } from '#platform/calls'
import { openCare } from './care.ts'
import { careSettings } from './settings.ts'
import { openWatch } from './watch.ts'

type Deps = AreaDeps & { readonly ledger: Pick<Ledger, 'follow'> }

/** The desk of protection. */
export function openCareArea({ db, settings, country, house, clock, ledger }: Deps) {
  settings.declare(careSettings)
  const zone = country.timeZone
  const care = openCare({ db, settings, zone })
  const watch = openWatch({ db, ledger, settings, clock, zone })
  house.owned('marker', care.markerBettor)
  house.about((bettor) => sql`select 'marker ' || marker_id from care.marker where bettor_id = ${bettor}::bigint`)
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, {
        careMarkers: async (query) => done(await care.markers(query)),
        careMarker: care.marker,
        decideMarker: care.decide,
        contacts: async (query) => done(await care.contacts(query)),
        addContact: care.addContact,
      })
    },
    jobs: [
      { name: 'markers of harm', everyMs: 30_000, run: watch.follow },
      { name: 'markers of signs', everyMs: 600_000, run: watch.raiseSigns },
      { name: 'play of days', everyMs: 3_600_000, run: watch.sweep },
    ],
  }
  return { care: { ...care, watch }, area }
}
