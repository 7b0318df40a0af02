/** The screens that open from the lobby, in one chunk beyond the lobby's own. */
export { Gameplay } from './gameplay.tsx'
export { SmartSoft } from './smart-soft.tsx'
