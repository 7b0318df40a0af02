/** Popular picks and multis in one chunk. */
export { MultiCard } from './multi-card.tsx'
export { Popular } from './popular.tsx'
