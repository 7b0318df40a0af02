import { brandOf, type Brand } from '#modules/content/content'
import { mixed, readableOn, type Settings } from '#modules/settings/settings'
import type { PageChange } from '#platform/app-files'

/** The name in the app's page as it is built. */
const builtName = 'Nare'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/**
 * What the house's name and colours change of the page that a browser gets first; undefined for those that it was built with. The page's own
 * policy allows styles in it, and no script is touched, so that the hashes of its scripts hold.
 */
export function pageBrand({ name, colours }: Brand): PageChange | undefined {
  if (name === builtName && !colours) return undefined
  const style = colours ? `<style>${stylesOf(colours)}</style>` : ''
  return {
    key: `${name} ${colours?.dark} ${colours?.light}`,
    apply: (html) =>
      html
        .replace(`<title>${builtName}</title>`, () => `<title>${escaped(name)}</title>`)
        .replace(`content="${builtName}: `, () => `content="${escaped(name)}: `)
        .replace('</head>', () => `${style}</head>`),
  }
}

const grounds = { dark: { page: '#100e17', raised: '#221e30' }, light: { page: '#ffffff', raised: '#f6f5fa' } }

/** More specific than the rules of tokens.css and of the page, whichever of them comes last. */
function stylesOf({ dark, light }: NonNullable<Brand['colours']>): string {
  const darkRules = rulesOf(dark, { ...grounds.dark, towards: '#ffffff', soft: 0.72 })
  const lightRules = rulesOf(light, { ...grounds.light, towards: '#000000', soft: 0.88 })
  return (
    `html:root,html[data-theme=dark]:root{${darkRules}}html[data-theme=light]:root{${lightRules}}` +
    `@media(prefers-color-scheme:light){html:root:not([data-theme]){${lightRules}}}`
  )
}

type Around = { readonly page: string; readonly raised: string; readonly towards: string; readonly soft: number }

function rulesOf(colour: string, { page, raised, towards, soft }: Around): string {
  const ground = mixed(colour, page, soft)
  const text = readableOn(readableOn(colour, { ground: raised, towards }), { ground, towards })
  return `--primary:${colour};--sp:${colour};--primary-text:${text};--primary-soft:${ground}`
}

/** The name of the house now, and what it changes of the app's page. */
export const openBrand = (settings: Pick<Settings, 'now'>) => ({
  name: (): string => brandOf(settings.now()).name,
  page: (): PageChange | undefined => pageBrand(brandOf(settings.now())),
})
