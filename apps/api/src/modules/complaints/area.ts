import { sql } from 'kysely'
import { complaints as calls, operatorComplaints } from '@nare/contract/complaints'
import { done } from '@nare/contract/outcome'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import { oneAtATime } from '#platform/money-command'
import { openComplaints, type ComplaintsDeps } from './complaints.ts'

type Deps = AreaDeps & Pick<ComplaintsDeps, 'tickets' | 'payments' | 'identity'>

/** Complaints of bettors, with the house's queue. */
export function openComplaintsArea(deps: Deps) {
  const complaints = openComplaints(deps)
  deps.house.owned('complaint', complaints.bettorOf)
  deps.house.about(
    (bettor) => sql`select 'complaint ' || complaint_id from complaints.complaint where bettor_id = ${bettor}::bigint`,
  )
  const inTurn = oneAtATime(deps.turns)
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, {
        complain: inTurn('complain', (sent, { session }) => complaints.complain(session.bettor, sent)),
        complaints: async (page, { session }) => done(await complaints.ofBettor(session.bettor, page)),
      })
      mount(mounting, operatorComplaints, {
        complaints: async ({ state, ...page }) => done(await complaints.ofHouse(state ?? 'open', page)),
        answerComplaint: complaints.answer,
      })
    },
  }
  return { complaints, area }
}
