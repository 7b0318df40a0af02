import type { operatorTexts, ShownText } from '@nare/contract/operator-texts'
import { done, refused } from '@nare/contract/outcome'
import { contentPages, type ContentPage } from '@nare/contract/pages'
import { identityRules } from '#modules/identity/identity'
import type { Settings } from '#modules/settings/settings'
import type { Handlers } from '#platform/calls'
import { transact, type Db } from '#platform/db'
import { lockName } from '#platform/locks'
import { onceForId } from '#platform/operator-calls'
import { openCancelling } from './cancelling.ts'
import type { Pages } from './pages.ts'
import { fault, openPublishing } from './publishing.ts'
import type { Published } from './published.ts'
import * as store from './texts-store.ts'

type Deps = {
  readonly db: Db
  readonly settings: Settings
  readonly pages: Pages
  readonly published: Published
}

const listedMax = 100

/** The operators' calls about the pages that bettors read. */
export function textRoutes({ db, settings, pages, published }: Deps): Handlers<typeof operatorTexts> {
  /** Both texts of a version; of version 0 those of the files. */
  async function sourceOf(page: ContentPage, version: number): Promise<{ en: string; sw: string } | undefined> {
    if (version > 0) return store.versionOf(db, page, version)
    const [en, sw] = await Promise.all([pages.file(page, 'en'), pages.file(page, 'sw')])
    return en === undefined ? undefined : { en, sw: sw ?? en }
  }

  async function shown(source: string, lang: 'en' | 'sw'): Promise<ShownText> {
    const read = await pages.tried(source, lang)
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
      planned: published.plannedOf(page).map(({ id, version, effectiveAt, author }) => ({
        ...{ publication_id: id.toString(), version, from: effectiveAt.toISOString(), by: author },
      })),
    }
  }

  return {
    async texts() {
      const [counts, drafts] = await Promise.all([store.versionCounts(db), store.draftsByPage(db)])
      const draftOf = (page: ContentPage) => {
        const draft = drafts.get(page)
        return draft ? { version: draft.version, by: draft.author, at: draft.at.toISOString() } : null
      }
      const data = await Promise.all(
        contentPages.map(async (page) => ({
          page,
          title: (await pages.page(page, 'en'))?.title ?? page,
          versions: counts.get(page) ?? 0,
          draft: draftOf(page),
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
          ...versions.map(({ version, ofVersion, author, at, reason, droppedBy }) => ({
            ...{ version, of_version: ofVersion, by: author, at: at.toISOString(), reason, dropped_by: droppedBy },
          })),
          { version: 0, of_version: null, by: null, at: null, reason: null, dropped_by: null },
        ],
        publications: publications.map(({ id, version, effectiveAt, cancelled, ...one }) => ({
          ...{ publication_id: id.toString(), version, from: effectiveAt.toISOString(), ...decided(one) },
          cancelled: cancelled && decided(cancelled),
        })),
      })
    },

    async textVersion({ page, version }) {
      const source = await sourceOf(page, Number(version))
      if (!source) return refused('not_found')
      const [en, sw] = await Promise.all([shown(source.en, 'en'), shown(source.sw, 'sw')])
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
          const read = await pages.tried(source, lang)
          if ('fault' in read) return fault(lang, read.fault)
        }
        const isCopy = before !== undefined && en === undefined && sw === undefined
        const version = await store.insertVersion(tx, {
          ...{ page, en: texts.en, sw: texts.sw, ofVersion: isCopy ? (of ?? null) : null, author: operator, reason },
        })
        return done({ page, version })
      },
    }),

    async dropText({ page, version, reason }, { operator }) {
      return transact(db, async (tx) => {
        await lockName(tx, 'text', page)
        const fate = await store.fateOf(tx, page, version)
        if (!fate) return refused('not_found')
        if (fate.published) return refused('not_available', undefined, 'This version was published')
        await store.dropVersion(tx, { page, version, author: operator, reason })
        return done({ page, version })
      })
    },

    publishText: openPublishing({ settings, published }),
    cancelText: openCancelling({ settings, published }),
  }
}

type Decided = {
  readonly author: string
  readonly confirmedBy: string | null
  readonly reason: string
  readonly at: Date | string
}

const decided = ({ author: by, confirmedBy, reason, at }: Decided) => ({
  ...{ by, confirmed_by: confirmedBy, reason, at: new Date(at).toISOString() },
})
