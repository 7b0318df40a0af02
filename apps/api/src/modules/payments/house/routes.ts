export { serveHouseFiles } from './files.ts'
export { houseRoutes } from './list-routes.ts'
export { reconciliationRoutes } from './reconciliation-routes.ts'
export { workRoutes } from './work-routes.ts'
