import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteFiles } from '#platform/app-files'
import { StartError } from '#platform/start-error'

/** What `operator.json` may say of the house that people can also change while it runs: then what they have set holds. */
const settingNames = ['name', 'colours', 'help_line', 'email', 'phone', 'hours'] as const

/** The logo, and the icons of the installed app with the side of each square picture in pixels. They replace the shipped ones all together. */
const logo = 'logo.svg'
const icons = {
  'icon.svg': undefined,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable-512.png': 512,
  'apple-touch-icon.png': 180,
} as const

/** The house by its files: what its settings are until somebody changes them, by their keys, and its pictures by their paths on the site. */
export type HouseFile = { readonly settings: ReadonlyMap<string, string>; readonly pictures: SiteFiles }

/** The path of the house's own logo. */
export const logoPath = '/brand/logo.svg'

/**
 * Reads `operator.json` and looks for `logo.svg` and the icons of the app in the content folder, at the start; those in the folder of the
 * country come first. A file that cannot be read says nothing here: the pages report it. Throws a StartError for icons that are not all
 * there, or that are no picture of their size.
 */
export async function houseFileOf(folder: string, country: string): Promise<HouseFile> {
  const places = [join(folder, country), folder]
  const texts = await Promise.all(places.map((place) => readFile(join(place, 'operator.json'), 'utf8').catch(() => '')))
  const said = valuesOf(texts.find((text) => text !== '') ?? '{}')
  const [ownLogo, ownIcons] = await Promise.all([findIn(places, logo), iconsIn(places)])
  return {
    settings: new Map(
      settingNames.flatMap((name) => (typeof said[name] === 'string' ? [[`house.${name}`, said[name]] as const] : [])),
    ),
    pictures: new Map([...(ownLogo === undefined ? [] : [[logoPath, ownLogo] as const]), ...ownIcons]),
  }
}

function valuesOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

async function findIn(places: readonly string[], name: string): Promise<string | undefined> {
  const found = await Promise.all(places.map((place) => stat(join(place, name)).catch(() => undefined)))
  const at = places.find((_, n) => found[n]?.isFile())
  return at === undefined ? undefined : join(at, name)
}

/** The house's own icons; none if it has none. Some without the others would leave the shipped ones beside them on a phone. */
async function iconsIn(places: readonly string[]): Promise<(readonly [path: string, file: string])[]> {
  const found = await Promise.all(
    Object.entries(icons).map(async ([name, side]) => ({ name, side, file: await findIn(places, name) })),
  )
  const present = found.find(({ file }) => file !== undefined)
  if (!present) return []
  return Promise.all(
    found.map(async ({ name, side, file }) => {
      if (file === undefined)
        throw new StartError(
          `${name} is missing beside ${present.name}: the icons of the app are replaced all together`,
        )
      const fault = pictureFault(await readFile(file), side)
      if (fault !== undefined) throw new StartError(`${file} is no icon of the app: ${fault}`)
      return [`/${name}`, file] as const
    }),
  )
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Why a file is no drawing (`side` undefined), or no square PNG picture of this side; undefined if it is one. */
function pictureFault(bytes: Buffer, side: number | undefined): string | undefined {
  if (side === undefined) return bytes.includes('<svg') ? undefined : 'It is no SVG drawing'
  if (!bytes.subarray(0, pngStart.length).equals(pngStart) || bytes.length < 24) return 'It is no PNG picture'
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return width === side && height === side ? undefined : `It has ${width} by ${height} pixels, not ${side} by ${side}`
}
