/** The lazy parts of a match page in one chunk. */
export { Flag } from '../flag.tsx'
export { FormTab } from './form-tab.tsx'
export { Kit } from './kit.tsx'
export { EndedEvents, MatchInfo } from './match-info.tsx'
export { MatchNote } from './match-note.tsx'
export { Reds } from './reds.tsx'
export { ScoreLine } from './score-line.tsx'
export { SideNote } from './side-note.tsx'
