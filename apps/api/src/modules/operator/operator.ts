export { bettorLines } from './bettor-lines.ts'
export { openHouse, type OpenHouse } from './house.ts'
export { operatorTokens } from './tokens.ts'
export { auditAbout } from './store.ts'
