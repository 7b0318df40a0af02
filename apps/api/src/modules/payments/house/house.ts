export { openHouseLists } from './lists.ts'
export { serveHouseFiles } from './files.ts'
