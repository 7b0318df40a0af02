import { nameHouse } from '#country/writing'
import type { Country } from '#country/country'
import { brandOf, type Brand } from '#modules/content/content'
import { mixed, readableOn, type Settings } from '#modules/settings/settings'
import type { AppManifest, PageChange } from '#platform/app-files'
import { logoPath, type HouseFile } from './house-file.ts'

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

type PageCountry = Pick<Country, 'amounts' | 'firstLanguage' | 'numbers' | 'timeZone'>

/** The beginning of a page as it is built, and with what its app knows of the country before the settings arrive. */
const builtRoot = '<html lang="en">'
function rootOf({ amounts, numbers, timeZone }: PageCountry, language: string, more = ''): string {
  const known = JSON.stringify({ amounts, numbers, time_zone: timeZone })
  return `<html lang="${language}" data-country="${escaped(known)}"${more}>`
}

/** What the country changes of the page of the console. */
export const consoleCountry = (country: PageCountry): PageChange => ({
  ...{ key: country.timeZone, language: 'en' },
  apply: (html) => html.replace(builtRoot, () => rootOf(country, 'en')),
})

/**
 * What the house's name and colours and its country change of the page that a browser gets first; without a league the page says so, and its
 * bar keeps no place for one. The page's own policy allows styles in it, and no script is touched, so that the hashes of its scripts hold.
 */
export function pageBrand(
  { name, colours }: Brand,
  country: PageCountry,
  { hasLogo = false, hasLeague = true } = {},
): PageChange {
  const rules = `${colours ? stylesOf(colours) : ''}${hasLogo ? logoRules : ''}`
  const style = rules && `<style>${rules}</style>`
  const language = country.firstLanguage
  return {
    ...{ key: `${name} ${colours?.dark} ${colours?.light}`, language },
    apply: (html) =>
      html
        .replace(builtRoot, () => rootOf(country, language, hasLeague ? '' : ' data-league="off"'))
        .replace(`<title>${builtName}</title>`, () => `<title>${escaped(name)}</title>`)
        .replace(`aria-label="${builtName}"`, () => `aria-label="${escaped(name)}"`)
        .replace(`>${builtName} needs JavaScript`, () => `>${escaped(name)} needs JavaScript`)
        .replace(`${builtName} inahitaji`, () => `${escaped(name)} inahitaji`)
        .replace(/content="Nare: [^"]*"/, () => `content="${escaped(`${name}: ${texts[language].page}`)}"`)
        .replace('</head>', () => `${style}</head>`),
  }
}

/** What search engines and app stores read, and the names of the shortcuts of the installed app by their addresses. */
const texts = {
  en: {
    page: 'sports betting, jackpots, virtual league and games. 18+. Play responsibly.',
    app: 'Sports betting. 18+. Play responsibly.',
    shortcuts: {} as Readonly<Record<string, string>>,
  },
  sw: {
    page: 'kubeti michezo, jackpot, ligi ya virtual na michezo. 18+. Beti kwa uwajibikaji.',
    app: 'Kubeti michezo. 18+. Beti kwa uwajibikaji.',
    shortcuts: { '/?when=live': 'Mubashara', '/my-bets': 'Beti zangu' } as Readonly<Record<string, string>>,
  },
} as const

/** The manifest of the installed app with the name, the colour and the first language of the house. */
export function appManifest(
  { name, colours }: Brand,
  { firstLanguage: lang }: Pick<Country, 'firstLanguage'>,
  built: AppManifest,
): AppManifest {
  const { app: description, shortcuts } = texts[lang]
  return {
    ...built,
    ...{ name, short_name: name, description, lang },
    ...(colours && { theme_color: colours.dark }),
    ...(built.shortcuts && {
      shortcuts: built.shortcuts.map((one) => ({ ...one, name: shortcuts[one.url] ?? one.name })),
    }),
  }
}

/** The house's own logo in the place of the drawn one, in the page as it is built and in the app. */
const logoRules = `svg[viewBox="0 0 92 28"]{background:url(${logoPath}) 0/contain no-repeat}svg[viewBox="0 0 92 28"]>*{display:none}`

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

/** The name of the house now, and what it and its country change of the pages of the app and of the console. */
export function openBrand(
  settings: Pick<Settings, 'now'>,
  country: PageCountry,
  { pictures, hasLeague }: Pick<HouseFile, 'pictures'> & { readonly hasLeague: boolean },
) {
  const name = (): string => brandOf(settings.now()).name
  nameHouse(name)
  return {
    name,
    pages: {
      app: () => pageBrand(brandOf(settings.now()), country, { hasLogo: pictures.has(logoPath), hasLeague }),
      manifest: (built: AppManifest) => appManifest(brandOf(settings.now()), country, built),
      console: () => consoleCountry(country),
    },
  }
}
