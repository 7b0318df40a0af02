export { openHouseLists } from './lists.ts'
