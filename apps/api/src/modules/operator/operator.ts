export { openHouse, type OpenHouse } from './house.ts'
export { operatorTokens } from './tokens.ts'
