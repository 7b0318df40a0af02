import { invitationIn } from '@nare/contract/inviting'
import type { Message, MessageEffect, messages, operatorMessages } from '@nare/contract/messages'
import { done, refused } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import type { DeliveryReport, Sms } from '#modules/identity/identity'
import type { Handlers } from '#platform/calls'
import { monotonicMs, type Clock } from '#platform/clock'
import { transact, type Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Deciding, House } from '#platform/operator-calls'
import { metaOf } from '#platform/paging'
import { quietLeftS, secondOfDayIn } from '#platform/quiet-hours'
import { openJudging, type Judged, type JudgingDeps } from './judged.ts'
import { storeOutcome, storeReport, sweepEarly } from './delivery-store.ts'
import * as store from './messages-store.ts'
import { fault } from './publishing.ts'
import { messageSettings } from './settings.ts'

export type MessagesDeps = JudgingDeps & {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly sms: Sms
  readonly house: Pick<House, 'samePerson'>
}

export type HouseMessages = ReturnType<typeof openHouseMessages>

type Draft = Received<typeof operatorMessages.draftMessage>

/** How many people are judged at a time when nothing is sent. */
const stepMax = 200
/** How many people are judged and then sent to at the same time: so few that nothing changes between the two. */
const atOnce = 20
/** The most that one run of the job sends, so that the server closes in time. */
const runMax = 2_000
/** What a draft would do is judged again after so long: a panel that is open asks every few seconds. */
const effectKeptMs = 30_000
const effectsMax = 50
/** After so many seconds nobody waits any more for the provider's answer to what was handed over. */
const handedS = 300

/** Messages of the house to many bettors. */
export function openHouseMessages(deps: MessagesDeps) {
  const { db, clock, log, sms, house, settings, country } = deps
  const { judge, effectOf, costOf } = openJudging(deps)
  let stopped = false
  const effects = new Map<bigint, { readonly atMs: number; readonly effect: MessageEffect }>()

  /** Whether messages wait now, by the country's hours; those about security never do. */
  function isQuiet(): boolean {
    const values = settings.now()
    const hours = { from: values(messageSettings.quietFrom), until: values(messageSettings.quietUntil) }
    return quietLeftS(hours, secondOfDayIn(country.timeZone, clock.date())) > 0
  }

  async function viewsOf(rows: readonly store.MessageRow[]): Promise<Message[]> {
    const counts = await store.countsOf(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => {
      const {
        parts = 0,
        people = 0,
        waiting = 0,
        sent = 0,
        failed = 0,
        unknown = 0,
        refused: not = 0,
        bySms = 0,
        delivered = 0,
        undelivered = 0,
      } = counts.get(row.id) ?? {}
      return {
        message_id: row.id.toString(),
        ...{ kind: row.kind, channel: row.channel, texts: { en: row.textEn, sw: row.textSw }, approval: row.approval },
        ...{ state: row.state, by: row.author, at: row.at.toISOString(), approved_by: row.approvedBy },
        approved_at: row.approvedAt?.toISOString() ?? null,
        stopped_by: row.stoppedBy,
        counts: { people, waiting, sent, failed, unknown, refused: not, by_sms: bySms, delivered, undelivered },
        ...{ parts, cost: costOf(parts) },
      }
    })
  }

  async function stateOf(id: bigint) {
    const row = await store.messageOf(db, id)
    return row ? done({ message_id: id.toString(), state: row.state }) : refused('not_found')
  }

  async function* peopleOf(id: bigint): AsyncGenerator<readonly bigint[]> {
    for (let after = 0n; ;) {
      const step = await store.peopleOf(db, id, { after, most: stepMax })
      if (step.length > 0) yield step
      if (step.length < stepMax) return
      after = step.at(-1) ?? after
    }
  }

  async function effectOfDraft(row: store.MessageRow): Promise<MessageEffect> {
    const kept = effects.get(row.id)
    if (kept && monotonicMs() - kept.atMs < effectKeptMs) return kept.effect
    const effect = await effectOf(db, row, peopleOf(row.id))
    if (effects.size >= effectsMax) effects.clear()
    effects.set(row.id, { atMs: monotonicMs(), effect })
    return effect
  }

  const draft: Deciding<typeof operatorMessages.draftMessage> = {
    read: async () => done({ facts: {} }),
    async preview(given) {
      const wrong = faultOf(given)
      return wrong ?? done({ message_id: null, effect: await effectOf(db, contentOf(given), stepsOf(idsOf(given))) })
    },
    async work(tx, given, { operator }) {
      const wrong = faultOf(given)
      if (wrong) return wrong
      const made = { ...contentOf(given), author: operator, reason: given.reason, to: idsOf(given) }
      return done({ message_id: (await store.insertMessage(tx, made)).toString(), effect: null })
    },
  }

  /** Takes the next people of a message, decides what becomes of each in one transaction, and then hands the texts over. */
  async function sendStep(): Promise<number> {
    const taken = await transact(db, async (tx) => {
      const next = await store.nextPeople(tx, { isQuiet: isQuiet(), most: atOnce })
      const [first] = next
      if (!first) return { count: 0, judged: [] as (Judged & { message: bigint })[] }
      const ofFirst = next.filter(({ message }) => message === first.message)
      const judged = (
        await judge(
          tx,
          first,
          ofFirst.map(({ bettor }) => bettor),
        )
      ).map((one) => ({ ...one, message: first.message }))
      await store.decide(tx, judged)
      return { count: judged.length, judged }
    })
    await Promise.all(taken.judged.filter(({ state }) => state === 'handed').map(hand))
    return taken.count
  }

  async function hand({ to, text, message, bettor }: Judged & { message: bigint }): Promise<void> {
    if (to === undefined || text === null) return
    let providerId: string | undefined
    const noteId = (id: string): void => void (providerId = id)
    const sent = await sms.send({ to, text, noteId }).catch((error: unknown) => {
      log.warn({ err: error, message: message.toString() }, 'a message may not have been sent')
      return 'unknown' as const
    })
    await storeOutcome(db, { message, bettor, sent, providerId })
  }

  const bettors: Handlers<typeof messages> = {
    async messages(asked, { session }) {
      const { rows, ...paged } = await store.inbox(db, session.bettor, asked)
      const data = rows.map(({ id, text, at }) => ({ message_id: id.toString(), text, at: at.toISOString() }))
      return done({ data, meta: metaOf(asked, paged) })
    },
  }

  const operators: Handlers<typeof operatorMessages> = {
    async messages({ state, ...asked }) {
      const { rows, ...paged } = await store.page(db, state, asked)
      return done({ data: await viewsOf(rows), meta: metaOf(asked, paged) })
    },
    async message({ message_id }) {
      const row = await store.messageOf(db, BigInt(message_id))
      const [data] = row ? await viewsOf([row]) : []
      if (!row || !data) return refused('not_found')
      const effect: MessageEffect | null = row.state === 'draft' ? await effectOfDraft(row) : null
      return done({ data, effect })
    },
    draftMessage: draft,
    async approveMessage({ message_id }, { operator }) {
      const id = BigInt(message_id)
      const outcome = await transact(db, async (tx) => {
        const author = await store.lockAuthor(tx, id)
        if (author === undefined) return 'not_found' as const
        const before = await store.messageOf(tx, id)
        if (before?.approvedBy === operator && before.state !== 'stopped') return 'done' as const
        if (await house.samePerson(tx, author, operator)) return 'not_allowed' as const
        return (await store.approve(tx, id, operator)) ? ('done' as const) : ('not_available' as const)
      })
      return outcome === 'done' ? stateOf(id) : refused(outcome)
    },
    async stopMessage({ message_id }, { operator }) {
      const id = BigInt(message_id)
      await transact(db, (tx) => store.stop(tx, id, operator))
      return stateOf(id)
    },
  }

  return {
    bettors,
    operators,
    /** Sends what is approved, at most `runMax` people; a job. */
    async send(): Promise<void> {
      await store.endHanded(db, handedS)
      for (let sent = 0; sent < runMax && !stopped;) {
        const count = await sendStep()
        if (count === 0) return
        sent += count
      }
    },
    /** Keeps what the SMS provider reported of a message; reports may be repeated, late or early. */
    reported: (report: DeliveryReport): Promise<void> => storeReport(db, report),
    /** Removes reports about what was no message to many. */
    sweep: (): Promise<void> => sweepEarly(db),
    stop(): void {
      stopped = true
    },
  }
}

const contentOf = ({ kind, channel, texts, approval }: Draft): store.Content => ({
  ...{ kind, channel, textEn: texts.en, textSw: texts.sw, approval: approval ?? null },
})

const idsOf = ({ to }: Draft): bigint[] => [...new Set(to)].map(BigInt)

function faultOf({ kind, approval, texts }: Draft) {
  if (kind === 'promotion')
    return approval === undefined ? fault('approval', 'A promotion needs its approval number') : undefined
  for (const lang of ['en', 'sw'] as const) {
    const found = invitationIn(texts[lang])
    if (found !== undefined) return fault(`texts.${lang}`, `“${found}” invites to play: send it as a promotion`)
  }
  return undefined
}

async function* stepsOf(ids: readonly bigint[]): AsyncGenerator<readonly bigint[]> {
  for (let at = 0; at < ids.length; at += stepMax) yield ids.slice(at, at + stepMax)
}
