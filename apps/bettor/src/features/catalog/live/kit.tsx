import type { MatchView } from '@nare/contract/catalog'
import { kitsOf } from './kits.ts'

const shirt = 'M11 2L8 4v23h16V4l-3-2c-1 3-9 3-10 0z'
const sleeves = 'M8 3.500L4 5 1 12l5 2.500 2-2zM24 3.500L28 5l3 7-5 2.500-2-2z'
const drawings = {
  plain: '',
  stripes: 'M11 3.800v23.200h2.800V4.900zM18.200 4.900v22.100H21V3.800z',
  hoops: 'M8 9h16v4.500H8zM8 18h16v4.500H8z',
}

/** The shirt of one side of a match, drawn; its place gives it size and shadow. */
export function Kit({ match, side }: { match: MatchView; side: 'home' | 'away' }) {
  const { body, second, pattern } = kitsOf(match)[side]
  return (
    <svg viewBox="0 0 32 28" aria-hidden="true">
      <path d={shirt} fill={body} />
      <path d={drawings[pattern]} fill={second} />
      <path d={sleeves} fill={pattern === 'plain' ? second : body} />
    </svg>
  )
}
