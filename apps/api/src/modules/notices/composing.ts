import { dayIn, type Country } from '#country/country'
import { brandOf } from '#modules/content/content'
import { liveMarks, optedOut, type BettorFacts, type Identity } from '#modules/identity/identity'
import { excludedNow } from '#modules/protection/protection'
import type { Settings } from '#modules/settings/settings'
import { smsText } from '#modules/sms/sms'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db'
import * as queue from './queue-store.ts'
import { quietLeftS, secondOfDayIn } from '#platform/quiet-hours'
import { noticeSettings } from './settings.ts'
import { choicesOf, subscriptionsOf, usualChoice, type Choice, type Subscription } from './store.ts'
import { noticeText, payloadOf, type NoticeKind } from './texts.ts'

export type ComposingDeps = {
  readonly clock: Pick<Clock, 'date'>
  readonly country: Pick<Country, 'timeZone'>
  readonly settings: Pick<Settings, 'now'>
  readonly identity: Pick<Identity, 'bettorFacts'>
}

export type SmsToSend = { readonly to: string; readonly text: string }

const rowsAtOnce = 200
const hourS = 3600
/** After so long a notice is not worth telling any more. */
const lifeS: Readonly<Record<NoticeKind, number>> = {
  ...{ bet_settled: 12 * hourS, money: 24 * hourS, kickoff: hourS / 4, sms_won: 12 * hourS, sms_money: 24 * hourS },
}
const isAboutMoney = (kind: NoticeKind): boolean => kind === 'money' || kind === 'sms_money'

/** What is known of the bettors of a batch. */
type Known = {
  readonly facts: Map<bigint, BettorFacts>
  readonly choices: Map<bigint, Choice>
  readonly browsers: Map<bigint, Subscription[]>
  /** Whoever is on a break or excluded. */
  readonly away: ReadonlyMap<bigint, unknown>
  readonly stopped: ReadonlySet<string>
}

/** Puts what waits into words, for whom it may go to now. */
export function openComposing({ clock, country, settings, identity }: ComposingDeps) {
  async function knownOf(tx: Tx, bettors: readonly bigint[]): Promise<Known> {
    const facts = await identity.bettorFacts(bettors, tx)
    const subscriptions = await subscriptionsOf(tx, bettors)
    const live = await liveMarks(tx, subscriptions)
    return {
      facts,
      choices: await choicesOf(tx, bettors),
      browsers: Map.groupBy(subscriptions.filter(live), ({ bettor }) => bettor),
      away: await excludedNow(tx, bettors),
      stopped: await optedOut(
        tx,
        [...facts.values()].map(({ msisdn }) => msisdn),
      ),
    }
  }

  /** The text of an SMS, if the bettor still wants it, the number takes any, and the day has not had too many. */
  async function smsFor(tx: Tx, row: queue.Waiting, known: Known): Promise<SmsToSend | undefined> {
    const { bettor, kind } = row
    const account = known.facts.get(bettor)
    const choice = known.choices.get(bettor)
    if (!account?.verified || !choice || known.stopped.has(account.msisdn)) return undefined
    if (!(kind === 'sms_money' ? choice.smsMoney : choice.smsWon)) return undefined
    const day = dayIn(country.timeZone, clock.date())
    const values = settings.now()
    if (!(await queue.countSms(tx, { bettor, day, most: values(noticeSettings.smsDayMax) }))) return undefined
    const { title, body } = noticeText(row, { ...choice, timeZone: country.timeZone })
    return { to: account.msisdn, text: smsText(`${brandOf(values).name}: ${title}. ${body}`) }
  }

  function deliveriesFor(row: queue.Waiting, known: Known): queue.NewDelivery[] {
    const { bettor, kind } = row
    const { amounts } = known.choices.get(bettor) ?? usualChoice
    const name = brandOf(settings.now()).name
    return (known.browsers.get(bettor) ?? [])
      .filter(({ topics }) => topics.some((topic) => topic === kind))
      .map(({ id, language }) => ({
        ...{ subscription: id, kind, lifeS: lifeS[kind] },
        payload: payloadOf(noticeText(row, { language, amounts, timeZone: country.timeZone }), row, name),
      }))
  }

  /**
   * Takes what is due and makes one notice of each for every browser of the bettor, in one transaction. Returns how many rows it took, and the SMS that
   * may be sent after the commit: if the process ends before, they are lost and never sent twice. In quiet hours only notices about money go; of others
   * bets wait, and kick-offs are dropped. On a break, only money.
   */
  async function composeDue(tx: Tx): Promise<{ readonly taken: number; readonly sms: readonly SmsToSend[] }> {
    const rows = await queue.dueWaiting(tx, rowsAtOnce)
    if (rows.length === 0) return { taken: 0, sms: [] }
    const now = clock.date()
    const second = secondOfDayIn(country.timeZone, now)
    const known = await knownOf(tx, [...new Set(rows.map(({ bettor }) => bettor))])
    const deliveries: queue.NewDelivery[] = []
    const sms: SmsToSend[] = []
    const [told, dropped, later]: [queue.Waiting[], queue.Waiting[], (queue.Waiting & { seconds: number })[]] = [
      [],
      [],
      [],
    ]
    for (const row of rows) {
      const { bettor, kind, since } = row
      const isStale = now.getTime() - since.getTime() > lifeS[kind] * 1000
      const mayCome = isAboutMoney(kind) || !known.away.has(bettor)
      const { quiet } = known.choices.get(bettor) ?? usualChoice
      const quietS = isAboutMoney(kind) ? 0 : quietLeftS(quiet, second)
      if (isStale || !mayCome || (kind === 'kickoff' && quietS > 0)) dropped.push(row)
      else if (quietS > 0) later.push({ ...row, seconds: quietS })
      else if (kind === 'sms_won' || kind === 'sms_money') {
        const text = await smsFor(tx, row, known)
        if (text) sms.push(text)
        ;(text ? told : dropped).push(row)
      } else {
        const made = deliveriesFor(row, known)
        deliveries.push(...made)
        ;(made.length > 0 ? told : dropped).push(row)
      }
    }
    await queue.insertDeliveries(tx, deliveries)
    await queue.endWaiting(tx, told, true)
    await queue.endWaiting(tx, dropped, false)
    await queue.putOff(tx, later)
    return { taken: rows.length, sms }
  }

  return { composeDue }
}
