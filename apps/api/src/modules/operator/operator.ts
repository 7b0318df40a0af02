export { bettorLines } from './bettor-lines.ts'
export { openHouse, type OpenHouse } from './house.ts'
export { auditAbout } from './store.ts'
export { operatorTokens } from './tokens.ts'
