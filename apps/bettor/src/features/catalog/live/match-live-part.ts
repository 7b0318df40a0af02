/** The lazy parts of a match page in one chunk. */
export { BuildEntry } from '../build/entry.tsx'
export { Flag } from '../flag.tsx'
export { Kit } from './kit.tsx'
export { EndedEvents, MatchInfo } from './match-info.tsx'
export { MatchNote } from './match-note.tsx'
export { MatchTabs } from './match-tabs.tsx'
export { Reds } from './reds.tsx'
export { SideNote } from './side-note.tsx'
