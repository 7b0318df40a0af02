/** SVG paths of the sport icons by sport id (migration 0004). They are not in the sprite, so only the left column loads them. */
const drawings: Readonly<Record<string, string>> = {
  79: 'M12 3a9 9 0 100 18 9 9 0 000-18M12 8l4 3-1.5 4.5h-5L8 11zM12 3v5M16 11l4.5-1.5M14.5 15.5L17 19M9.5 15.5L7 19M8 11L3.5 9.5',
  30: 'M12 3a9 9 0 100 18 9 9 0 000-18M3 12h18M12 3v18M5.6 5.6c4 3.5 4 9.3 0 12.8M18.4 5.6c-4 3.5-4 9.3 0 12.8',
  28: 'M12 3a9 9 0 100 18 9 9 0 000-18M4.5 7c5 .5 8.5 4 8 13.9M19.5 17c-5-.5-8.5-4-8-13.9',
  41: 'M4 20C3 11 11 3 20 4c1 9-7 17-16 16M8 16l8-8M10 11l3 3M13 8.5l2.5 2.5',
  29: 'M5 3l9 14h6v3h-7L4 5.5M3 20h5',
  37: 'M15 3l4 4-9 11-4-4zM6 14l-3 5 2 2 5-3M18 18a2 2 0 100 .01',
}

/** A sport's icon; a circle for a sport without a drawing. */
export function SportIcon({ id }: { id: string }) {
  const drawing = Object.hasOwn(drawings, id) ? drawings[id] : 'M12 3a9 9 0 100 18 9 9 0 000-18'
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawing} />
    </svg>
  )
}
