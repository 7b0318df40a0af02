import { fieldFacts } from '@nare/contract/field-codes'
import type { operatorTexts, ShownText } from '@nare/contract/operator-texts'
import { done, refused } from '@nare/contract/outcome'
import { contentPages, type ContentPage } from '@nare/contract/pages'
import { identityRules, identitySettings } from '#modules/identity/identity'
import { momentOf, openChange, type Settings } from '#modules/settings/settings'
import type { Handlers } from '#platform/calls'
import type { Db } from '#platform/db'
import { onceForId } from '#platform/operator-calls'
import type { Pages } from './pages.ts'
import type { Published } from './published.ts'
import * as store from './texts-store.ts'

type Deps = {
  readonly db: Db
  readonly settings: Settings
  readonly pages: Pages
  readonly published: Published
}

const listedMax = 100
const plannedMax = 20
const termsPage: ContentPage = 'terms-and-conditions'

/** The operators' calls about the pages that bettors read. */
export function textRoutes({ db, settings, pages, published }: Deps): Handlers<typeof operatorTexts> {
  const change = openChange(settings)

  /** Both texts of a version; of version 0 those of the files. */
  async function sourceOf(page: ContentPage, version: number): Promise<{ en: string; sw: string } | undefined> {
    if (version > 0) return store.versionOf(db, page, version)
    const [en, sw] = await Promise.all([pages.file(page, 'en'), pages.file(page, 'sw')])
    return en === undefined ? undefined : { en, sw: sw ?? en }
  }

  async function shown(source: string): Promise<ShownText> {
    const read = await pages.tried(source)
    return 'fault' in read ? { source, shown: null, fault: read.fault } : { source, shown: read.page, fault: null }
  }

  const stateOf = (page: ContentPage) => {
    const now = published.nowOf(page)
    return {
      published: {
        version: now?.version ?? 0,
        from: now?.effectiveAt.toISOString() ?? null,
        by: now?.author ?? null,
      },
      planned: published
        .plannedOf(page)
        .map(({ version, effectiveAt, author }) => ({ version, from: effectiveAt.toISOString(), by: author })),
    }
  }

  const fault = (field: string, sentence: string) =>
    refused('invalid_input', fieldFacts({ [field]: { code: 'not_valid', sentence } }))

  return {
    async texts() {
      const counts = await store.versionCounts(db)
      const data = await Promise.all(
        contentPages.map(async (page) => ({
          page,
          title: (await pages.page(page, 'en'))?.title ?? page,
          versions: counts.get(page) ?? 0,
          ...stateOf(page),
        })),
      )
      return done({ terms_version: identityRules(settings.now()).termsVersion, data })
    },

    async textVersions({ page }) {
      const [versions, publications] = await Promise.all([
        store.versionsOf(db, page, listedMax),
        store.publicationsOf(db, page, listedMax),
      ])
      return done({
        page,
        ...stateOf(page),
        versions: [
          ...versions.map(({ version, ofVersion, author, at, reason }) => ({
            ...{ version, of_version: ofVersion, by: author, at: at.toISOString(), reason },
          })),
          { version: 0, of_version: null, by: null, at: null, reason: null },
        ],
        publications: publications.map(({ version, effectiveAt, author, reason, at }) => ({
          ...{ version, from: effectiveAt.toISOString(), by: author, reason, at: at.toISOString() },
        })),
      })
    },

    async textVersion({ page, version }) {
      const source = await sourceOf(page, Number(version))
      if (!source) return refused('not_found')
      const [en, sw] = await Promise.all([shown(source.en), shown(source.sw)])
      return done({ page, version: Number(version), en, sw })
    },

    saveText: onceForId<typeof operatorTexts.saveText>({
      async work(tx, { page, en, sw, of_version: of, reason }, { operator }) {
        const before = of === undefined ? undefined : await sourceOf(page, of)
        if (of !== undefined && !before) return refused('not_found')
        const texts = { en: en ?? before?.en, sw: sw ?? before?.sw }
        if (texts.en === undefined) return fault('en', 'Please enter a text')
        if (texts.sw === undefined) return fault('sw', 'Please enter a text')
        for (const [lang, source] of Object.entries(texts) as ['en' | 'sw', string][]) {
          const read = await pages.tried(source)
          if ('fault' in read) return fault(lang, read.fault)
        }
        const isCopy = before !== undefined && en === undefined && sw === undefined
        const version = await store.insertVersion(tx, {
          ...{ page, en: texts.en, sw: texts.sw, ofVersion: isCopy ? (of ?? null) : null, author: operator, reason },
        })
        return done({ page, version })
      },
    }),

    publishText: onceForId<typeof operatorTexts.publishText>({
      async work(tx, { page, version, from, terms_version: terms, reason }, call) {
        if (page === termsPage && terms === undefined)
          return fault('terms_version', 'Terms need a new version, such as 2027-01-01, which bettors accept')
        if (page !== termsPage && terms !== undefined)
          return fault('terms_version', 'Only terms have a version to accept')
        if (!(await store.versionOf(tx, page, version))) return refused('not_found')
        const moment = await momentOf(tx, from, { isConfirmed: false })
        if ('code' in moment) return fault('from', moment.sentence ?? 'This is no moment')
        const { at, effectiveAt } = moment
        const planned = (await store.currentPublications(tx)).filter((one) => one.page === page && one.effectiveAt > at)
        if (planned.length >= plannedMax) return fault('from', `${plannedMax} publications are planned already`)
        await store.insertPublication(tx, { page, version, effectiveAt, author: call.operator, reason, at })
        if (terms !== undefined) {
          const { key } = identitySettings.termsVersion
          const given = { key, value: terms, reason, ...(effectiveAt > at && { from: effectiveAt.toISOString() }) }
          const changed = await change.work(tx, given, call)
          if (!changed.ok)
            return fault('terms_version', 'Give a version that bettors have not been asked to accept before')
        }
        const state = effectiveAt > at ? ('planned' as const) : ('published' as const)
        return done({ page, version, from: effectiveAt.toISOString(), state })
      },
      async after(_answer, { page }) {
        await published.changed()
        if (page === termsPage) await settings.changed()
      },
    }),
  }
}
