import { contrastOf, isColour } from './contrast.ts'
import { textOf, wrong, type Kind } from './kinds.ts'

/** A colour of the brand in the dark and in the light theme, as #rrggbb. */
export type BrandColours = { readonly dark: string; readonly light: string }

/** What a colour of the brand stands on and what stands on it, by theme; see tokens.css. */
type Around = { readonly ground: BrandColours; readonly text: string }

const textLeast = 4.5
const controlLeast = 3

/**
 * A colour for each theme, written as "#6e5aee #5640d6". It must be seen against the ground of its theme (3:1) and carry its text (4.5:1), so
 * that no setting takes the app below what people with weak eyes can read.
 */
export function brandColours({ ground, text }: Around): Kind<BrandColours> {
  const sentence = 'Enter two colours like #6e5aee #5640d6: of the dark and of the light theme'
  function faultOf(theme: keyof BrandColours, colour: string): string | undefined {
    if (contrastOf(colour, text) < textLeast)
      return `The ${theme} colour does not carry text of ${text}: choose another`
    return contrastOf(colour, ground[theme]) < controlLeast
      ? `The ${theme} colour is too close to the ground of its theme, ${ground[theme]}`
      : undefined
  }
  return {
    type: 'colours',
    bounds: { longest: 15 },
    read(given) {
      const parts = textOf(given).toLowerCase().split(/\s+/)
      const [dark = '', light = ''] = parts
      return parts.length === 2 && parts.every(isColour) ? { value: { dark, light } } : wrong(sentence)
    },
    fit({ dark, light }) {
      const fault = faultOf('dark', dark) ?? faultOf('light', light)
      return fault === undefined ? undefined : { code: 'not_valid', sentence: fault }
    },
    write: ({ dark, light }) => `${dark} ${light}`,
    size: () => 0,
  }
}
