export { openHouse, type OpenHouse } from './house.ts'
export { openMayNow } from './staff/caller.ts'
export { openStaffChanges, type Staff } from './staff/staff.ts'
export { withLine } from './with-line.ts'
