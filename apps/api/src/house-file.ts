import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What `operator.json` may say of the house that people can also change while it runs: then what they have set holds. */
const settingNames = ['name', 'colours', 'help_line', 'email', 'phone', 'hours'] as const

/** The house by its files: what its settings are until somebody changes them, by their keys, and its logo. */
export type HouseFile = { readonly settings: ReadonlyMap<string, string>; readonly logo: string | undefined }

/**
 * Reads `operator.json` and looks for `logo.svg` in the content folder, at the start; those in the folder of the country come first. A file
 * that cannot be read says nothing here: the pages report it.
 */
export async function houseFileOf(folder: string, country: string): Promise<HouseFile> {
  const places = [join(folder, country), folder]
  const texts = await Promise.all(places.map((place) => readFile(join(place, 'operator.json'), 'utf8').catch(() => '')))
  const said = valuesOf(texts.find((text) => text !== '') ?? '{}')
  const logos = await Promise.all(places.map((place) => stat(join(place, 'logo.svg')).catch(() => undefined)))
  const at = logos.findIndex((found) => found?.isFile())
  return {
    settings: new Map(
      settingNames.flatMap((name) => (typeof said[name] === 'string' ? [[`house.${name}`, said[name]] as const] : [])),
    ),
    logo: at < 0 ? undefined : join(places[at] ?? folder, 'logo.svg'),
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
