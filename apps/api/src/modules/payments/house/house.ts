export { serveHouseFiles } from './files.ts'
export { openHouseLists } from './lists.ts'
export { reconciliationRoutes } from './reconciliation-routes.ts'
export { workRoutes } from './work-routes.ts'
