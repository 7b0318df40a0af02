import type { Complaint, complaints, HouseComplaint, operatorComplaints } from '@nare/contract/complaints'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { lockAccount, type Identity } from '#modules/identity/identity'
import type { Payments } from '#modules/payments/payments'
import { promiseOf, type Settings } from '#modules/settings/settings'
import { isBetId, type Tickets } from '#modules/tickets/tickets'
import { transact, type Db } from '#platform/db'
import { onceForId } from '#platform/operator-calls'
import { metaOf, type Page } from '#platform/paging'
import * as store from './store.ts'

export { eraseComplaints } from './erase.ts'
export { complaintsOfBettor } from './own-rows.ts'

export type ComplaintsDeps = {
  readonly db: Db
  readonly tickets: Pick<Tickets, 'found'>
  readonly payments: Pick<Payments, 'payment'>
  readonly identity: Pick<Identity, 'operator'>
  readonly settings: Pick<Settings, 'now'>
}

export type Complaints = ReturnType<typeof openComplaints>
type Sent = Received<typeof complaints.complain>

const waitingMax = 10
const dayMax = 10

/** Complaints of bettors and the house's answers. */
export function openComplaints({ db, tickets, payments, identity, settings }: ComplaintsDeps) {
  const dueAt = (at: Date): string =>
    new Date(at.getTime() + promiseOf(settings.now(), 'complaints') * 1000).toISOString()
  const shown = ({ id, about, ref, text, at, answer, answeredAt }: store.ComplaintRow) => ({
    complaint_id: id.toString(),
    about,
    ref,
    text,
    state: answeredAt ? ('answered' as const) : ('open' as const),
    at: at.toISOString(),
    due_at: dueAt(at),
    answer,
    answered_at: answeredAt?.toISOString() ?? null,
  })
  const ofBettor = (row: store.ComplaintRow): Complaint => ({ ...shown(row), id: row.command })

  /** Whether a ticket is the bettor's own. */
  async function isOwnTicket(bettor: bigint, ref: string): Promise<boolean> {
    return isBetId(ref) && (await tickets.found(BigInt(ref)))?.bettor === bettor
  }

  const isOwnPayment = async (bettor: bigint, ref: string): Promise<boolean> =>
    (await payments.payment({ id: ref }, bettor)).ok

  return {
    /** Takes a complaint once for its id. One about a bet or a payment names one of the bettor, or none. */
    async complain(
      bettor: bigint,
      { id, about, ref, text }: Sent,
    ): Promise<Outcome<{ data: Complaint }, 'not_found' | 'id_reused' | 'too_many_requests'>> {
      if (about === 'bet' && ref !== undefined && !(await isOwnTicket(bettor, ref)))
        return refused('not_found', undefined, 'You have no such bet')
      if (about === 'payment' && ref !== undefined && !(await isOwnPayment(bettor, ref)))
        return refused('not_found', undefined, 'You have no such payment')
      return transact(db, async (tx) => {
        await lockAccount(tx, bettor)
        const earlier = await store.ofCommand(tx, bettor, id)
        if (earlier) {
          const isSame = earlier.about === about && earlier.ref === (ref ?? null) && earlier.text === text
          return isSame ? done({ data: ofBettor(earlier) }) : refused('id_reused')
        }
        const { waiting, lately } = await store.countOf(tx, bettor)
        if (waiting >= waitingMax || lately >= dayMax)
          return refused('too_many_requests', { retry_after_s: 3_600 }, 'Wait until we have answered what you sent')
        const made = await store.insert(tx, { bettor, command: id, about, ref: ref ?? null, text })
        return done({ data: ofBettor(made) })
      })
    },

    async ofBettor(bettor: bigint, page: Page) {
      const { rows, ...paged } = await store.ofBettor(db, bettor, page)
      return { data: rows.map(ofBettor), meta: metaOf(page, paged) }
    },

    async ofHouse(state: 'open' | 'answered', page: Page) {
      const { rows, ...paged } = await store.ofHouse(db, state === 'answered', page)
      const data: HouseComplaint[] = rows.map((row) => ({
        ...shown(row),
        bettor_id: row.bettor.toString(),
        answered_by: row.answeredBy,
      }))
      return { data, meta: metaOf(page, paged) }
    },

    /** Answers a complaint once; the message goes out after the commit. */
    answer: onceForId<typeof operatorComplaints.answerComplaint>({
      async work(tx, { complaint_id, answer }, { operator }) {
        const row = await store.lock(tx, BigInt(complaint_id))
        if (!row) return refused('not_found')
        if (row.answeredAt) return refused('not_waiting', { state: 'answered' }, 'This complaint is answered')
        await store.writeAnswer(tx, { id: row.id, answer, by: operator })
        const sent = await identity.operator.message(tx, { bettor: row.bettor, text: answer, by: operator })
        const message_id = sent.ok ? sent.value.id.toString() : null
        return done({ complaint_id, state: 'answered' as const, message_id })
      },
      after: async ({ message_id }) => {
        if (message_id !== null) await identity.operator.sendMessage(BigInt(message_id))
      },
    }),

    waiting: () => store.waiting(db),
    bettorOf: (id: bigint) => store.bettorOf(db, id),
  }
}
