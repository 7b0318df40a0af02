export { serveHouseFiles } from './files.ts'
export { openHouseLists } from './lists.ts'
export { workRoutes } from './work-routes.ts'
