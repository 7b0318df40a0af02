import type { Colours } from './club-colours.ts'

/** The shirt of a side: its body in the main colour, sleeves and collar in the other. */
export function Shirt({ colours, size = 40 }: { colours: Colours; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <path d="M3 10L13 5l4 6-2 8-6-1-1 2-5-3z" fill={colours.trim} />
      <path d="M37 10L27 5l-4 6 2 8 6-1 1 2 5-3z" fill={colours.trim} />
      <path d="M13 5c2 4 12 4 14 0l4 3-2 8v19H11V16l-2-8z" fill={colours.shirt} stroke="var(--control)" />
    </svg>
  )
}
