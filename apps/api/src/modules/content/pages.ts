import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { ContentPage } from '@nare/contract/pages'
import type { Country } from '#country/country'
import { withLawTexts } from '#country/law-texts'
import type { Log } from '#platform/log'
import { readPage, type Page, type Variables } from './markdown.ts'

export type Language = 'en' | 'sw'
export type Image = { id: string; image: string; title: string; link: string }
/** The images of a carousel. Images that advertise promotions are separate, because not every visitor may see them. */
export type Carousel = readonly { readonly image: Image; readonly promotes: boolean }[]

type Deps = {
  readonly folder: string
  /** The country: its files stand in a folder of its code and are read before those of all countries, and its texts of the law go into all pages. */
  readonly country: Pick<Country, 'code' | 'lawTexts'>
  readonly variables: () => Variables
  readonly log: Log
  /** The published text of a page, which replaces its file; undefined while the file is what is published. */
  readonly published?: (page: ContentPage, lang: Language) => string | undefined
}

export type Pages = ReturnType<typeof openPages>
type CachedFile = { readonly modifiedAt: number; readonly source: string }

const zImages = z.array(
  z.object({
    id: z.string(),
    image: z.string().check(z.regex(/^(\/(?!\/)|https:\/\/)/)),
    title: z.string(),
    link: z.string().check(z.regex(/^(\/(?!\/)|https:\/\/)/)),
    promotes: z.optional(z.boolean()),
  }),
)
/** Links to promotions. Other images that advertise a promotion have `"promotes": true`. */
const toPromotions = /^\/promo(tions)?(\/|$|\?)/
const zOperator = z.record(z.string().check(z.regex(/^[a-z_]+$/)), z.string())
const imagesMax = 12

/** What `operator.json` says of who holds the licence. */
const operatorFacts = ['company', 'address', 'licence', 'licence_from', 'regulator'] as const

/**
 * The operator's content folder: `<language>/<page>.md`, `operator.json` (variables for pages) and `carousels.json`, each also in a folder of the
 * country. A changed file applies from the next request, without a build or a restart. An invalid file is logged and not shown.
 */
export function openPages({ folder, country, variables, log, published = () => undefined }: Deps) {
  const cache = new Map<string, CachedFile>()
  /** The pages as they were read last: a public call does not parse what is as before. */
  const parsed = new Map<string, { readonly of: string; readonly page: Page }>()

  function readOnce(name: string, source: string, known: Variables): Page {
    const of = JSON.stringify([source, known])
    const kept = parsed.get(name)
    if (kept?.of === of) return kept.page
    const page = readPage(source, known)
    parsed.set(name, { of, page })
    return page
  }

  const text = async (name: string): Promise<string | undefined> =>
    (await textOf(join(country.code, name))) ?? (await textOf(name))

  async function textOf(name: string): Promise<string | undefined> {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const cached = cache.get(name)
    if (cached?.modifiedAt === found.mtimeMs) return cached.source
    const source = await readFile(path, 'utf8')
    cache.set(name, { modifiedAt: found.mtimeMs, source })
    return source
  }

  /** The variables for pages; undefined if operator.json is invalid. */
  async function allVariables(): Promise<Variables | undefined> {
    const source = await text('operator.json')
    if (source === undefined) return variables()
    try {
      return { ...zOperator.parse(JSON.parse(source)), ...variables() }
    } catch (error) {
      log.error({ file: 'operator.json', ...faultOf(error) }, 'invalid operator.json in the content folder')
      return undefined
    }
  }

  return {
    /** The page in the given language, otherwise in English; undefined if it is missing or invalid in both. */
    async page(page: ContentPage, language: Language): Promise<(Page & { lang: Language }) | undefined> {
      const known = await allVariables()
      if (known === undefined) return undefined
      for (const lang of language === 'en' ? (['en'] as const) : ([language, 'en'] as const)) {
        const source = published(page, lang) ?? (await text(`${lang}/${page}.md`))
        if (source === undefined) continue
        try {
          return { lang, ...readOnce(`${lang}/${page}`, withLawTexts(source, country.lawTexts[lang]), known) }
        } catch (error) {
          log.error({ err: error, page, lang }, 'invalid page in the content folder')
        }
      }
      return undefined
    },

    /** The file of a page in a language: its version 0. */
    file: (page: ContentPage, lang: Language): Promise<string | undefined> => text(`${lang}/${page}.md`),

    /** The values for pages; those of operator.json only if it is valid. */
    variables: async (): Promise<Variables> => (await allVariables()) ?? variables(),

    /** Who holds the licence, as far as operator.json says it. */
    async operator(): Promise<Record<string, string>> {
      const known = (await allVariables()) ?? {}
      return Object.fromEntries(operatorFacts.flatMap((name) => (known[name] ? [[name, known[name]]] : [])))
    },

    /** A text as bettors would read it, or what is wrong with it. */
    async tried(source: string, lang: Language): Promise<{ readonly page: Page } | { readonly fault: string }> {
      const known = await allVariables()
      if (known === undefined) return { fault: 'operator.json of the content folder is invalid' }
      try {
        return { page: readPage(withLawTexts(source, country.lawTexts[lang]), known) }
      } catch (error) {
        return { fault: error instanceof Error ? error.message : String(error) }
      }
    },

    /** The images of a carousel, at most twelve. None if the file is missing or invalid. */
    async carousel(name: 'home' | 'casino'): Promise<Carousel> {
      const source = await text('carousels.json')
      if (source === undefined) return []
      try {
        const read = z.partial(z.object({ home: zImages, casino: zImages })).parse(JSON.parse(source))
        return (read[name] ?? [])
          .slice(0, imagesMax)
          .map(({ promotes = false, ...image }) => ({ image, promotes: promotes || toPromotions.test(image.link) }))
      } catch (error) {
        log.error({ file: 'carousels.json', ...faultOf(error) }, 'invalid carousels.json in the content folder')
        return []
      }
    },
  }
}

/** The first field that is wrong, as a path such as "home.0.image", and the reason. A text that is not JSON has only a reason. */
function faultOf(error: unknown): { readonly field?: string; readonly reason: string } {
  if (!(error instanceof z.core.$ZodError)) return { reason: error instanceof Error ? error.message : String(error) }
  const [issue] = error.issues
  return { field: issue?.path.join('.') ?? '', reason: issue?.message ?? error.message }
}
