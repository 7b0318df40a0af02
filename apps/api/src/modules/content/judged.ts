import type { MessageEffect } from '@nare/contract/messages'
import { formatMoney, money } from '@nare/money/money'
import type { Country } from '#country/country'
import { optedOut, type Identity } from '#modules/identity/identity'
import { contactsOf, promotableBy } from '#modules/protection/protection'
import type { Settings } from '#modules/settings/settings'
import { languagesOf } from '#modules/sms/sms'
import type { Db, Tx } from '#platform/db'
import type { Content, Decision } from './messages-store.ts'
import type { Pages } from './pages.ts'
import { brandOf, messageSettings } from './settings.ts'
import { smsParts } from './sms-parts.ts'

export type JudgingDeps = {
  readonly country: Country
  readonly settings: Pick<Settings, 'now'>
  readonly identity: Pick<Identity, 'bettorFacts'>
  readonly pages: Pick<Pages, 'variables'>
}

/** What becomes of one person of a message, and the number that it goes to. */
export type Judged = Omit<Decision, 'message'> & { readonly to: string | undefined }
type Texts = Readonly<Record<'en' | 'sw', string>>

/** Judges who gets a message, in which language and in which words. */
export function openJudging({ country, settings, identity, pages }: JudgingDeps) {
  /** The text as it goes out: a promotion says who sends it, its licence and approval, the help line, and how to opt out. */
  async function wordsOf({ kind, textEn, textSw, approval }: Content): Promise<Texts> {
    if (kind !== 'promotion') return { en: textEn, sw: textSw }
    const values = settings.now()
    const { licence = '', min_age: age = '' } = await pages.variables()
    const help = contactsOf(values, country)['help_line'] ?? ''
    const { name } = brandOf(values)
    return {
      en: `${sentence(textEn)} ${name}, ${age}+. Licence ${licence}. Approval ${approval ?? ''}. ${help && `Help ${help}. `}${values(messageSettings.optOutEn)}`,
      sw: `${sentence(textSw)} ${name}, ${age}+. Leseni ${licence}. Idhini ${approval ?? ''}. ${help && `Msaada ${help}. `}${values(messageSettings.optOutSw)}`,
    }
  }

  /**
   * What becomes of these people now. A promotion goes by the channels that each has agreed to, and not to whom nothing may be promoted. Whoever wants no
   * messages is told by SMS of the safety of the account alone.
   */
  async function judge(on: Db | Tx, of: Content, bettors: readonly bigint[]): Promise<Judged[]> {
    const facts = await identity.bettorFacts(bettors, on)
    const numbers = [...facts.values()].map(({ msisdn }) => msisdn)
    const words = await wordsOf(of)
    const [out, languages, may] = [
      await optedOut(on, numbers),
      await languagesOf(on, numbers),
      of.kind === 'promotion' ? await promotableBy(on, [...facts.keys()]) : undefined,
    ]
    return bettors.map((bettor): Judged => {
      const account = facts.get(bettor)
      // A number that nobody has confirmed may be a stranger's.
      const to = account?.verified ? account.msisdn : undefined
      const lang = (to !== undefined && languages.get(to)) || country.firstLanguage
      const refuse = (why: Judged['why']): Judged => ({
        ...{ bettor, state: 'refused', why, lang, parts: 0, text: null, to, inApp: false },
      })
      if (to === undefined) return refuse('not_found')
      const by = may?.get(bettor)
      if (may && !by) return refuse('protected')
      const isOut = of.channel !== 'app' && of.kind !== 'security' && out.has(to)
      const bySms = of.channel !== 'app' && !isOut && (by?.has('sms') ?? true)
      const inApp = of.channel !== 'sms' && (by?.has('app') ?? true)
      if (!bySms && !inApp) return refuse(isOut ? 'opted_out' : 'no_consent')
      const text = words[lang]
      const parts = bySms ? smsParts(text) : 0
      return { bettor, state: bySms ? 'handed' : 'sent', why: null, lang, parts, text, to, inApp }
    })
  }

  /** What sending to these people would do now, judged in steps. */
  async function effectOf(db: Db, of: Content, steps: AsyncIterable<readonly bigint[]>): Promise<MessageEffect> {
    const refused = { not_found: 0, opted_out: 0, protected: 0, no_consent: 0 }
    let [people, sms, parts] = [0, 0, 0]
    for await (const step of steps) {
      for (const one of await judge(db, of, step)) {
        people += 1
        if (one.why !== null) refused[one.why] += 1
        if (one.parts > 0) sms += 1
        parts += one.parts
      }
    }
    return { people, refused, sms, parts, cost: costOf(parts), texts: await wordsOf(of) }
  }

  /** What so many SMS parts cost at today's price. */
  const costOf = (parts: number): string => formatMoney(money(settings.now()(messageSettings.smsPrice) * BigInt(parts)))

  return { judge, effectOf, costOf }
}

/** A text that ends as a sentence does. */
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
