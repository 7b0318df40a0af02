import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { ContentPage } from '@nare/contract/pages'
import type { Log } from '#platform/log'
import { readPage, type Facts, type Page } from './markdown.ts'

export type Language = 'en' | 'sw'
export type Image = { id: string; image: string; title: string; link: string }

type Deps = { readonly folder: string; readonly facts: () => Facts; readonly log: Log }
type Kept = { readonly at: number; readonly source: string }

const zImages = z.array(
  z.object({
    id: z.string(),
    image: z.string().check(z.regex(/^(\/(?!\/)|https:\/\/)/)),
    title: z.string(),
    link: z.string().check(z.regex(/^(\/(?!\/)|https:\/\/)/)),
  }),
)
const zOperator = z.record(z.string().check(z.regex(/^[a-z_]+$/)), z.string())
const carouselsMost = 12

/**
 * The operator's texts: `<language>/<page>.md`, `operator.json` (facts that pages name) and `carousels.json` of one folder. A file that was changed holds from the next
 * request on, without a build or a restart; one that cannot be understood is told in the log and not shown.
 */
export function openPages({ folder, facts, log }: Deps) {
  const kept = new Map<string, Kept>()

  async function text(name: string): Promise<string | undefined> {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const earlier = kept.get(name)
    if (earlier?.at === found.mtimeMs) return earlier.source
    const source = await readFile(path, 'utf8')
    kept.set(name, { at: found.mtimeMs, source })
    return source
  }

  async function allFacts(): Promise<Facts> {
    const source = await text('operator.json')
    return source === undefined ? facts() : { ...facts(), ...zOperator.parse(JSON.parse(source)) }
  }

  return {
    /** The page in the language asked for, else in English; undefined where it is missing or faulty in both. */
    async page(page: ContentPage, wanted: Language): Promise<(Page & { lang: Language }) | undefined> {
      for (const lang of wanted === 'en' ? (['en'] as const) : ([wanted, 'en'] as const)) {
        const source = await text(`${lang}/${page}.md`)
        if (source === undefined) continue
        try {
          return { lang, ...readPage(source, await allFacts()) }
        } catch (error) {
          log.error({ err: error, page, lang }, 'a page of the content folder has a fault')
        }
      }
      return undefined
    },

    /** The images of a carousel, at most twelve; none where the file is missing or faulty. */
    async carousel(name: 'home' | 'casino'): Promise<Image[]> {
      const source = await text('carousels.json')
      if (source === undefined) return []
      try {
        const read = z.partial(z.object({ home: zImages, casino: zImages })).parse(JSON.parse(source))
        return (read[name] ?? []).slice(0, carouselsMost)
      } catch (error) {
        log.error({ err: error }, 'carousels.json of the content folder has a fault')
        return []
      }
    },
  }
}
