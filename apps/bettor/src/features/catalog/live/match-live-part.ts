/** The lazy parts of a match page in one chunk. */
export { EndedEvents, MatchInfo } from './match-info.tsx'
export { MatchNote } from './match-note.tsx'
export { Reds } from './reds.tsx'
