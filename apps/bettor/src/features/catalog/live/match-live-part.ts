/** What the page of a match adds to its markets, in one chunk. */
export { EndedEvents, MatchInfo } from './match-info.tsx'
export { MatchNote } from './match-note.tsx'
export { Reds } from './reds.tsx'
