/** The small parts of the front page on a phone in one chunk: one request, and smaller together. */
export { BigMatch } from './big-match.tsx'
export { PromoStrip } from './promo-strip.tsx'
export { WhenRow } from './when-row.tsx'
