import { fieldFacts } from '@nare/contract/field-codes'
import type { operatorTexts } from '@nare/contract/operator-texts'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { ContentPage } from '@nare/contract/pages'
import type { Received } from '@nare/contract/route'
import { identityRules, identitySettings } from '#modules/identity/identity'
import { hadValue, momentOf, openChange, type Settings } from '#modules/settings/settings'
import type { Call } from '#platform/call'
import type { Tx } from '#platform/db'
import { lockName } from '#platform/locks'
import type { Deciding } from '#platform/operator-calls'
import type { Published } from './published.ts'
import * as store from './texts-store.ts'

type Publish = typeof operatorTexts.publishText
type Given = Received<Publish>
type Deps = { readonly settings: Settings; readonly published: Published }
type Plan = { readonly at: Date; readonly effectiveAt: Date; readonly holds: number }

const plannedMax = 20
/** The page whose publication bettors are asked to accept. */
export const termsPage: ContentPage = 'terms-and-conditions'

/** The refusal of a field of a text. */
export const fault = (field: string, sentence: string) =>
  refused('invalid_input', fieldFacts({ [field]: { code: 'not_valid', sentence } }))

/**
 * Publishes a version of a page. Terms bind bettors: a second person confirms them, if what holds and is planned is still what the first one saw,
 * and the setting of their version changes in the same transaction.
 */
export function openPublishing({ settings, published }: Deps): Deciding<Publish> {
  const change = openChange(settings)

  async function planOf(
    tx: Tx,
    { page, version, from, terms_version: terms }: Given,
    isConfirmed: boolean,
  ): Promise<Outcome<Plan, 'invalid_input' | 'not_found' | 'not_available'>> {
    if (page === termsPage && terms === undefined)
      return fault('terms_version', 'Terms need a new version, such as 2027-01-01, which bettors accept')
    if (page !== termsPage && terms !== undefined) return fault('terms_version', 'Only terms have a version to accept')
    const fate = await store.fateOf(tx, page, version)
    if (!fate) return refused('not_found')
    if (fate.dropped) return refused('not_available', undefined, 'This version was dropped')
    const moment = await momentOf(tx, from, { isConfirmed })
    if ('code' in moment) return fault('from', moment.sentence ?? 'This is no moment')
    const { at, effectiveAt } = moment
    const own = (await store.currentPublications(tx)).filter((one) => one.page === page)
    if (own.filter((one) => one.effectiveAt > at).length >= plannedMax)
      return fault('from', `${plannedMax} publications are planned already`)
    return done({ at, effectiveAt, holds: own.findLast((one) => one.effectiveAt <= effectiveAt)?.version ?? 0 })
  }

  /** The change of the setting that new terms are, refused with the field of this call. */
  const settingChange = ({ reason, terms_version: value = '', from }: Given) => ({
    ...{ key: identitySettings.termsVersion.key, value, reason },
    ...(from !== undefined && { from }),
  })
  const askedBefore = fault('terms_version', 'Give a version that bettors have not been asked to accept before')

  /** Whether a version of the terms was in force or planned before: what somebody accepted under it would not be these terms. */
  async function isKnown(tx: Tx, version: string): Promise<boolean> {
    const { termsVersion } = identitySettings
    return (
      settings.valueAt(termsVersion, [], new Date(0)) === version || (await hadValue(tx, termsVersion.key, version))
    )
  }

  return {
    async read(tx, given, call: Call<'operator'>) {
      await lockName(tx, 'text', given.page)
      const plan = await planOf(tx, given, call.proposer !== undefined)
      if (!plan.ok) return plan
      if (given.page !== termsPage) return done({ facts: {} })
      const read = await change.read(tx, settingChange(given), call)
      if (!read.ok || (await isKnown(tx, given.terms_version ?? ''))) return askedBefore
      const { termsVersion } = identityRules(settings.now())
      return done({ facts: { version: plan.value.holds, terms_version: termsVersion }, needed: true })
    },
    async work(tx, given, call) {
      const { page, version, reason } = given
      const plan = await planOf(tx, given, call.proposer !== undefined)
      if (!plan.ok) return plan
      const { at, effectiveAt } = plan.value
      const [author, confirmedBy] = call.proposer === undefined ? [call.operator, null] : [call.proposer, call.operator]
      await store.insertPublication(tx, { page, version, effectiveAt, author, confirmedBy, reason, at })
      if (page === termsPage) {
        const changed = await change.work(tx, settingChange(given), call)
        if (!changed.ok) return askedBefore
      }
      const state = effectiveAt > at ? ('planned' as const) : ('published' as const)
      return done({ page, version, from: effectiveAt.toISOString(), state })
    },
    async after(_answer, { page }) {
      await published.changed()
      if (page === termsPage) await settings.changed()
    },
  }
}
